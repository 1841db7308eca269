import { type Language, languages } from '@scenewright/model/config'
import { expect, test } from 'vitest'
import { readAllowed, regionsOf } from '../src/personal-data/allowed.ts'
import { findPersonalData } from '../src/personal-data/find-personal-data.ts'

function foundIn(text: string, language?: Language): string[] {
  const regions = regionsOf(language === undefined ? {} : { bot: { primary_language: language } })
  return findPersonalData(text, regions).map(({ kind, text: found, start, end }) => {
    expect(text.slice(start, end)).toBe(found)
    return `${kind} ${found}`
  })
}

test.each<[Language, string, string]>([
  ['ru', 'Мой номер +7 (495) 123-45-67, жду', '+7 (495) 123-45-67'],
  ['ru', 'Позвоните на 8-912-345-67-89', '8-912-345-67-89'],
  ['ru', 'наберите меня 89161234567', '89161234567'],
  ['ru', 'я 79161234567', '79161234567'],
  ['ru', 'телефон 9161234567', '9161234567'],
  ['ru', 'Горячая линия 8 800 555-35-35', '8 800 555-35-35'],
  ['ru', '+7 495 123-45-67, доб. 12', '+7 495 123-45-67, доб. 12'],
  ['ru', 'https://wa.me/79161234567', '79161234567'],
  ['ru', 'https://shop.example/?tel=79161234567', '79161234567'],
  ['ru', 'https://shop.example/telephone/79161234567', '79161234567'],
  ['ru', 'https://telegram.example/79161234567', '79161234567'],
  ['en', 'Call me at 415-555-2671.', '415-555-2671'],
  ['en', 'my cell is (415) 555-2671', '(415) 555-2671'],
  ['en', 'phone: 4155552671', '4155552671'],
  ['en', 'It is +1 202 555 0143', '+1 202 555 0143'],
  ['en', 'ring 020 7946 0958', '020 7946 0958'],
  ['en', '+1 555 123 4567', '+1 555 123 4567'],
  ['en', '+15555555555', '+15555555555'],
  ['en', '(555) 123-4567', '(555) 123-4567'],
  ['en', 'Dial 555-123-4567 now', '555-123-4567'],
  ['en', 'Call 555-0143', '555-0143'],
  ['ru', 'тел. 123-45-67', '123-45-67'],
  ['en', 'write to +7 916 123-45-67', '+7 916 123-45-67'],
  ['en', 'My order is late, 415-555-2671', '415-555-2671'],
  ['ru', 'Где заказ? Перезвоните 9161234567', '9161234567'],
  ['de', '0151 23456789 leider', '0151 23456789'],
  ['de', 'Rufen Sie 030 901820 an', '030 901820'],
  ['de', '0151 23456789', '0151 23456789'],
  ['fr', '06 12 34 56 78', '06 12 34 56 78'],
  ['de', 'Steuerberater 0151 23456789', '0151 23456789'],
  ['de', 'Mein iPhone: 0151 23456789', '0151 23456789'],
  ['es', '612 345 678', '612 345 678'],
  ['es', '91.234.56.78', '91.234.56.78'],
  ['fr', '06.12.34.56.78', '06.12.34.56.78'],
  ['ro', 'din 0721 234 567', '0721 234 567'],
  ['it', '347 123 4567', '347 123 4567'],
  ['pt', '912 345 678', '912 345 678'],
  ['pt', '(11) 91234-5678', '(11) 91234-5678'],
  ['pl', '512 345 678', '512 345 678'],
  ['uk', '067 123 45 67', '067 123 45 67'],
  ['be', '+375 29 123-45-67', '+375 29 123-45-67'],
  ['kk', '8 701 123 45 67', '8 701 123 45 67'],
  ['uz', '90 123 45 67', '90 123 45 67'],
  ['az', '050 123 45 67', '050 123 45 67'],
  ['hy', '077 123456', '077 123456'],
  ['ka', '599 12 34 56', '599 12 34 56'],
  ['ro', '0721 234 567', '0721 234 567'],
  ['ru', '0049 30 12345678', '0049 30 12345678'],
  ['ru', 'или 0049-171-1234567, жду', '0049-171-1234567'],
  ['en', 'my phone is 00491711234567', '00491711234567'],
  ['de', 'bitte 015123456789 anrufen', '015123456789'],
  ['es', '612.345.678', '612.345.678'],
  ['es', 'Llámame al 612345678', '612345678'],
  ['hy', '91 123 456', '91 123 456'],
  ['pl', 'za 20 zł. 512 345 678', '512 345 678'],
])('%s: a phone number is found: %s', (language, text, number) => {
  expect(foundIn(text, language)).toEqual([`phone ${number}`])
})

test.each([
  ['Write to anna.petrova+shop@mail.shop-of-lamps.com.', 'email anna.petrova+shop@mail.shop-of-lamps.com'],
  ['почта иван@почта.рф, спасибо', 'email иван@почта.рф'],
  ['mailto:a@b.co', 'email a@b.co'],
  ['a@example.com.de', 'email a@example.com.de'],
  ['a@test.com', 'email a@test.com'],
  ['<john_doe@my-example.org>', 'email john_doe@my-example.org'],
  ['card 4111 1111 1111 1111, 12/26', 'card 4111 1111 1111 1111'],
  ['4111111111111111', 'card 4111111111111111'],
  ['5555-5555-5555-4444', 'card 5555-5555-5555-4444'],
  ['amex 3782 822463 10005', 'card 3782 822463 10005'],
  ['карта 2200 0000 0000 0004', 'card 2200 0000 0000 0004'],
  ['4111111111111111 12/29 123', 'card 4111111111111111'],
  ['4111 1111 1111 1111 12/29', 'card 4111 1111 1111 1111'],
  ['Karte 4111 1111 1111 1111 0829 123', 'card 4111 1111 1111 1111'],
  ['4111 1111 1111 1111 2 mal', 'card 4111 1111 1111 1111'],
  ['4111 1111 11111111', 'card 4111 1111 11111111'],
  ['41111111 11111111', 'card 41111111 11111111'],
  ['4111  1111  1111  1111', 'card 4111  1111  1111  1111'],
  ['4111\n1111\n1111\n1111', 'card 4111\n1111\n1111\n1111'],
  ['4111\u20111111\u20111111\u20111111', 'card 4111\u20111111\u20111111\u20111111'],
  ['4111–1111–1111–1111', 'card 4111–1111–1111–1111'],
  ['411111 1111111111', 'card 411111 1111111111'],
  ['+4915112345678', 'phone +4915112345678'],
  ['4000 0000 0000 0000 006', 'card 4000 0000 0000 0000 006'],
  ['Pay to DE89 3704 0044 0532 0130 00 please', 'iban DE89 3704 0044 0532 0130 00'],
  ['gb29nwbk60161331926819', 'iban gb29nwbk60161331926819'],
  ['IBAN: KZ86125KZT5004100100.', 'iban KZ86125KZT5004100100'],
  ['iban: KZ 86 125K ZT50 0410 0100', 'iban KZ 86 125K ZT50 0410 0100'],
  ['in 10 DE 89 3704 0044 0532 0130 00 days', 'iban DE 89 3704 0044 0532 0130 00'],
  ['DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000', 'iban DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000'],
  ['DE89\u202f3704\u202f0044\u202f0532\u202f0130\u202f00', 'iban DE89\u202f3704\u202f0044\u202f0532\u202f0130\u202f00'],
  ['DE89  3704  0044  0532  0130  00', 'iban DE89  3704  0044  0532  0130  00'],
  ['DE89\u20113704\u20110044\u20110532\u20110130\u201100', 'iban DE89\u20113704\u20110044\u20110532\u20110130\u201100'],
  ['DE89.3704.0044.0532.0130.00', 'iban DE89.3704.0044.0532.0130.00'],
  ['to DE89–3704–0044–0532–0130–00.', 'iban DE89–3704–0044–0532–0130–00'],
  ['no 12 DE89 3704 0044 0532 0130 00', 'iban DE89 3704 0044 0532 0130 00'],
])('it is found in any language: %s', (text, found) => {
  expect(foundIn(text)).toEqual([found])
})

test.each([
  ['4111111111111111 5105105105105100', ['card 4111111111111111', 'card 5105105105105100']],
  ['4111 1111 1111 1111 5105 1051 0510 5100', ['card 4111 1111 1111 1111', 'card 5105 1051 0510 5100']],
  ['4111 1111 1111 1111\n5105105105105100', ['card 4111 1111 1111 1111', 'card 5105105105105100']],
  ['Karte 4111 1111 1111 1111 0171 2345678', ['card 4111 1111 1111 1111', 'phone 0171 2345678']],
  ['4111111111111111 12/29 5105105105105100 01/30', ['card 4111111111111111', 'card 5105105105105100']],
  ['4111 1111 1111 1111 12/2029 123', ['card 4111 1111 1111 1111']],
  ['0151 23456789 0171 2345678', ['phone 0151 23456789', 'phone 0171 2345678']],
  ['030 901820 0171 2345678 0151 23456789', ['phone 030 901820', 'phone 0171 2345678', 'phone 0151 23456789']],
  ['0171 2345678\n030 901820', ['phone 0171 2345678', 'phone 030 901820']],
])('several in a row are found: %j', (text, found) => {
  expect(foundIn(text, 'de')).toEqual(found)
})

test.each([
  ['4111 1111 1111 1111 12/29 123 5105 1051 0510 5100 01/30 456', 2],
  ['Karte 4111 1111 1111 1111 12 29 123', 1],
  ['4111 1111 1111 1111\n12/29\n123\n5105105105105100', 2],
])('cards are found before and after other digits: %j', (text, count) => {
  expect(foundIn(text, 'de').filter(found => found.startsWith('card'))).toHaveLength(count)
})

test.each<[Language, string[]]>([
  ['de', ['0171 2345678', '0151 23456789', '0160 9876543', '0172 1112223', '0175 5556667', '0176 12345678']],
  ['fr', ['01 23 45 67 89', '06 12 34 56 78']],
  ['ru', ['8 916 123 45 67', '8 926 765 43 21']],
  ['ru', ['8 916 123-45-67', '8 926 765-43-21', '8 903 111-22-33', '8 903 444-55-66', '8 903 777-88-99']],
  ['en', ['415 555 2671', '415 555 2672']],
  ['pl', ['512 345 678', '602 123 456']],
  ['es', ['612 345 678', '634 567 890']],
  ['it', ['347 123 4567', '348 765 4321']],
])('%s: several phone numbers in a row are found: %j', (language, numbers) => {
  expect(foundIn(numbers.join(' '), language)).toEqual(numbers.map(number => `phone ${number}`))
})

test('several are found in order, each once', () => {
  const text = 'DE89370400440532013000, 4111 1111 1111 1111, a@b.co, +7 916 123-45-67'
  expect(foundIn(text).map(found => found.split(' ')[0])).toEqual(['iban', 'card', 'email', 'phone'])
})

const harmless = [
  'Заказ 4815162342 прибудет с 10.03.2024 по 12.04.2024, с 9:00-18:00.',
  'Номер заказа: 9123456789, трек-номер 80088800123456',
  'Заказ №9123456789',
  'ИНН 7707083893, ОГРН 1027700132195, р/с 40702810900000012345',
  'Стоит 3 499 000 руб., было 12 345 678 ₽',
  'Позвоните 112 или 103',
  'Tracking: RR123456789CN, 1Z999AA10123456784, 9400 1000 0000 0000 0000 00',
  'Your order 123-4567890-1234567 left on 2024-03-12 14:30.',
  'order number 4155552671',
  'My booking reference is 0151234567',
  'ISBN 978-3-16-148410-0, IMEI 356938035643809',
  'Card 4111 1111 1111 1112 and 4111 **** **** 1111',
  '0000 0000 0000 0000',
  'Der Höchstbetrag ist 1.234.567,89 EUR. Über 12.345.678 Kunden vertrauen uns.',
  '612.345.678,00 EUR, 912 345 678,00 € und 512 345 678,00 zł',
  '10.000-20.000 Punkte, 2 000 - 3 000 Punkte, 0800-1800 Uhr, 1/2024-3/2024, 01.2024 – 12.2024',
  '2024/01 - 2024/03, 01-2024 - 03-2024, 2024-01 – 2024-12, gültig bis 12/2029 123',
  'DE89 3704 0044 0532 0130 01 has a wrong check digit',
  'https://shop.example/item/89161234567?from=4155552671',
  'https://booking.example/hotel-89161234567, https://motels.example/89161234567',
  'https://shop.example/iphone-cases/89161234567, https://shop.example/headphones/89161234567',
  'Follow @shop_support, or see https://medium.example/@shop',
  'between 1,000,000 and 2,500,000 items, 100 000 000 in all',
  '2019-2024, 24/7, 50% off, 3-5 days, 10 x 15 x 20 cm',
  'order 123-456-7890, lot 123-4567',
  'хотел отменить 9161234567',
  'Öffnen Sie 192.168.178.1 im Browser, nicht 10.0.0.138 oder 255.255.255.0',
  'IP 91.234.56.78, Version 10.20.30.40, Firmware 107.57.12.99',
  'DIN EN 60601-1-2, IEC 61000-4-30',
  'Artikel 0171-1234567, Art.-Nr. 0171-1234567, Seriennummer 12-3456-789, Steuer-ID 86 095 742 719',
  'Konto 12 3456 789, Referenz 12 3456 789, Zählernummer 12 3456 789',
  'cancel 4155552671, the hotel said',
  'паспорт 45 09 123456',
  'order no 9386011117947',
  '10%40k.items, https://shop.example/?q=10%40shop.com, a%40b, me%40example.com, a@\u200bshop.example',
  'Bestellnummer 302-1234567-1234567',
  'https://user:secret12@shop.example/',
  'user@localhost, a@b',
  'me@example.com, Me@mail.EXAMPLE.org, a@example.net',
  'a@shop.example, a@b.test, a@b.c.invalid, a@dev.localhost',
  '89161234567@example.com',
  '',
]

test.each(harmless)('typical texts of shops are not findings: %s', text => {
  for (const language of [undefined, ...languages]) expect([language, ...foundIn(text, language)]).toEqual([language])
})

test('a part of a longer number or word is no card', () => {
  const text =
    '12 4111 1111 1111 1111, 4111 1111 1111 1111 1234 1234 1234, 4111111111111111a, 4111 1111 1111-1111, 4111111111111111-2'
  expect(foundIn(text).filter(found => found.startsWith('card'))).toEqual([])
})

test('numbers that begin with 00 are not always calls abroad', () => {
  expect(foundIn('Заказ 00491711234567, деталь AB-0049-171-1234567, 3,00 49 30 12345678', 'ru')).toEqual([])
})

test.each([
  ['+7 (495) 123-45-67', 'Звоните 8 495 123 45 67', true],
  ['+7 (495) 123-45-67', 'Звоните +74951234567', true],
  ['8 495 123 45 67', '+7 (495) 123-45-67', true],
  ['+7 (495) 123-45-68', '+7 (495) 123-45-67', false],
  ['Help@Shop-of-Lamps.Com', 'help@shop-of-lamps.com', true],
  ['help@shop-of-lamps.com', 'ahelp@shop-of-lamps.com', false],
  ['/@shop-of-lamps\\.com$/', 'Help@Shop-of-Lamps.com', true],
  ['/@shop-of-lamps\\.com$/', 'help@shop-of-lamps.com.org', false],
  ['/(/', 'help@shop-of-lamps.com', false],
  ['4111-1111-1111-1111', '4111 1111 1111 1111', true],
  ['/^DE/', 'DE89 3704 0044 0532 0130 00', true],
  ['/@shop-of-lamps\\.com$/', 'https://a.b/?mail=help%40shop-of-lamps.com', true],
  ['help@shop-of-lamps.com', 'help@\u200bshop-of-lamps.com', true],
  ['+49 30 12345678', '0049 30 12345678', true],
])('with %s allowed, %s passes: %s', (entry, text, isAllowed) => {
  const config = { allow_personal_data: [entry] }
  expect(findPersonalData(text, regionsOf(config)).map(readAllowed(config))).toEqual([isAllowed])
})

test.each([
  ['@', 1_500_000],
  ['a@', 750_000],
  ['a.', 750_000],
  ['1 ', 750_000],
  ['12 ', 500_000],
  ['+1', 750_000],
  ['415-555-2671 ', 120_000],
  ['4111 ', 300_000],
  ['DE89 ', 300_000],
  ['(', 1_500_000],
])('a text with many possible starts is scanned once: %s', (part, count) => {
  // Where each beginning is followed to the end, this takes longer than the time-out of the tests.
  expect(foundIn(`a@b.co 1234567 ${part.repeat(count)}`, 'en').length).toBeGreaterThan(0)
})
