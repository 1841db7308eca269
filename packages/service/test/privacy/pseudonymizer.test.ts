import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../model/test/any-character.ts'
import { createPseudonymizer } from '../../src/privacy/pseudonymizer.ts'

const { mask: hideOnce } = await createPseudonymizer('en')

describe('hiding', () => {
  test('one value always has one placeholder, and each kind is numbered separately', async () => {
    const { mask, restore } = await createPseudonymizer('en')
    const first = await mask('Call +1 415 555 2671 or +1 650 253 0000, write to a@example.com')
    expect(first).toBe('Call [PHONE_1] or [PHONE_2], write to [EMAIL_1]')
    expect(await mask('b@example.com, a@example.com, +1 650 253 0000')).toBe('[EMAIL_2], [EMAIL_1], [PHONE_2]')
    expect(restore('I call [PHONE_2] and write to [EMAIL_1].')).toBe(
      'I call +1 650 253 0000 and write to a@example.com.',
    )
  })

  test.each([
    ['my number is 4111 1111 1111 1111', 'my number is [CARD_1]'],
    ['my iban: GB29 NWBK 6016 1331 9268 19.', 'my iban: [IBAN_1].'],
    ['SSN 536-22-1847', 'SSN [ID_1]'],
    ['536-22-1847', '[ID_1]'],
    ['born 3 May 1980', 'born [BIRTH_DATE_1]'],
    ['bought 3 May 1980', 'bought 3 May 1980'],
    ['ip 8.8.8.8', 'ip [IP_1]'],
    ['version 8.8.8.8', 'version 8.8.8.8'],
    ['ip 127.0.0.1', 'ip 127.0.0.1'],
    ['https://me:pa55@host.example/x', 'https://[SECRET_1]@host.example/x'],
    ['https://host.example/x?id=12&token=abc123def456', 'https://host.example/x?id=12&token=[SECRET_1]'],
    ['account number 5577 9911', 'account number [ACCOUNT_1]'],
    ['AT61 1904 3002 3457 3201 oder CH9300762011623852957', '[IBAN_1] oder [IBAN_2]'],
    ['12.05.1990 г.р.', '[BIRTH_DATE_1] г.р.'],
    ['мой пароль Qwerty12345 не подходит', 'мой пароль [SECRET_1] не подходит'],
    ['пароль для windows11 и iphone 14', 'пароль для windows11 и iphone 14'],
    ['forgot password twice', 'forgot password twice'],
    ['password: hunter2, ok?', 'password: [SECRET_1], ok?'],
    ['пароль:qwerty1', 'пароль:[SECRET_1]'],
    ['пароль 123456', 'пароль [SECRET_1]'],
    ['Password: 8-20 characters', 'Password: 8-20 characters'],
    ['password reset in 24 hours', 'password reset in 24 hours'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEpAIB/7bq\n-----END PRIVATE KEY-----\nthanks', '[SECRET_1]\nthanks'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7bq3k\nIs it right?', '[SECRET_1]\nIs it right?'],
    ['4111.1111.1111.1111, 4111\u00a01111\u00a01111\u00a01111', '[CARD_1], [CARD_2]'],
    ['call 07700 900123, order 07700 900124', 'call [PHONE_1], order 07700 900124'],
    ['+1 415 555 2671; 1 650 253 0000', '[PHONE_1]; [PHONE_2]'],
    ['+1 415 555 2671, 650 253 0000', '[PHONE_1], [PHONE_2]'],
    ['DNI: 71.234.509-J', 'DNI: [ID_1]'],
    ['my number is 2125550147', 'my number is [PHONE_1]'],
    ['Model ABC-1234-5678-90', 'Model ABC-1234-5678-90'],
    ['CPF 529.982.247-25', 'CPF [ID_1]'],
    ['Kennzeichen B-AB 1234', 'Kennzeichen [PLATE_1]'],
    ['nothing here, 12 pieces of 2024', 'nothing here, 12 pieces of 2024'],
  ])('%j becomes %j', async (text, hidden) => {
    const { mask, restore } = await createPseudonymizer('en')
    expect(await mask(text)).toBe(hidden)
    expect(restore(hidden)).toBe(text)
  })

  test.each([
    ['call +1\u2009415\u2009555\u20092671 now', 'call [PHONE_1] now'],
    ['call +1\u202f415\u3000555\u20112671 now', 'call [PHONE_1] now'],
    ['call +1 415\u2011555\u20112671 now', 'call [PHONE_1] now'],
    ['my card: 41\u00ad11 1111 11\u200b11 1111', 'my card: [CARD_1]'],
    [
      'my card: \uff14\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11.',
      'my card: [CARD_1].',
    ],
    ['write to joe\uff20example.com', 'write to [EMAIL_1]'],
    ['write to joe@exam\u200bple\uff0ecom, please', 'write to [EMAIL_1], please'],
    ['write to j\u2060o\u200de\u200e@example.com', 'write to [EMAIL_1]'],
    ['SSN 536\u201022\u22121847', 'SSN [ID_1]'],
    ['my iban: GB29\u2007NWBK\u20076016\u20071331\u20079268\u200719.', 'my iban: [IBAN_1].'],
    ['\u{1d7d2}\u{1d7cf}\u{1d7cf}\u{1d7cf}-1111-1111-1111', '[CARD_1]'],
    [arabic('my card: 4111 1111 1111 1111'), 'my card: [CARD_1]'],
    [`SSN ${persian('536')}-${devanagari('22')}-${keycaps('1847')}`, 'SSN [ID_1]'],
    [`call +${arabic('1 415')}-555-2671 now`, 'call [PHONE_1] now'],
    ['pass\u00adword: hunter2, ok?', 'pass\u00adword: [SECRET_1], ok?'],
    ['my pa\u200bss is \u201cfine\u201d, 12\u2009pieces', 'my pa\u200bss is \u201cfine\u201d, 12\u2009pieces'],
  ])('disguised characters hide nothing, and return as they were: %j becomes %j', async (text, hidden) => {
    const { mask, restore } = await createPseudonymizer('en')
    expect(await mask(text)).toBe(hidden)
    expect(restore(hidden)).toBe(text)
  })

  test('a phone number without a country code is one of the bot’s countries', async () => {
    const number = 'Мой номер 067 123 45 67'
    expect(await (await createPseudonymizer('uk')).mask(number)).toBe('Мой номер [PHONE_1]')
    const ru = await createPseudonymizer('ru')
    expect(await ru.mask('+380 67 123 45 67')).toBe('[PHONE_1]')
    expect(await ru.mask('89123456789; 89123456780;8-912-345-67-81')).toBe('[PHONE_2]; [PHONE_3];[PHONE_4]')
  })

  test('all numbers of a long list are hidden', async () => {
    const list = Array.from({ length: 300 }, (_, index) => `+1 650 253 ${String(1000 + index)}`).join('\n')
    expect(await hideOnce(list)).not.toMatch(/\d{3} 253/)
  })
})

describe('showing', () => {
  test.each(['[PHONE_1]', '[phone_1]', '[ Phone 1 ]', '[PHONE-1]', '\\[PHONE\\_1\\]', '[PHONE_01]'])(
    '%s is understood',
    async written => {
      const { mask, restore } = await createPseudonymizer('en')
      await mask('+1 415 555 2671')
      expect(restore(`Call ${written}!`)).toBe('Call +1 415 555 2671!')
    },
  )

  test.each(['[PHONE_2]', '[PHONE]', 'PHONE_1', '[PHONES_1]', '[FAX_1]', '[PHONE_1', '(PHONE_1)'])(
    '%s, an unknown placeholder, stays',
    async written => {
      const { mask, restore } = await createPseudonymizer('en')
      await mask('+1 415 555 2671')
      expect(restore(written)).toBe(written)
    },
  )

  test('a placeholder that a customer typed is returned as typed, and not taken for ours', async () => {
    const { mask, restore } = await createPseudonymizer('en')
    const typed = 'What is [PHONE_1]? And [birth date 2]? Mine is +1 415 555 2671.'
    const hidden = await mask(typed)
    expect(hidden).toBe('What is [TEXT_1]? And [TEXT_2]? Mine is [PHONE_1].')
    expect(restore(hidden)).toBe(typed)
  })

  test('restored text is not searched for placeholders again', async () => {
    const { mask, restore } = await createPseudonymizer('en')
    await mask('+1 415 555 2671 [PHONE_1]')
    expect(restore('[TEXT_1]')).toBe('[PHONE_1]')
  })
})

test('any text survives the round trip', async () => {
  const { mask, restore } = await createPseudonymizer('ru')
  const part = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom('[PHONE_1]', '[text 1]', '[', ']', '\\', '+7 916 123-45-67', 'a@b.example', '4111111111111111'),
    fc.constantFrom('\u200b', '\u00ad', '\u2009', '\uff20', '\uff11', 'e\u0301', '\u0301'.repeat(20), '\ufdfa'),
    fc.constantFrom('token=', 'https://u:p@', '::', '1.2.3.4', 'паспорт 45 09 123456', '\uD800', 'ip ', 'born '),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async parts => {
      const text = parts.join('')
      expect(restore(await mask(text))).toBe(text)
    }),
    { numRuns: 100 },
  )
})

test.each(['[PHONE_1]', '[ phone 1 ]', '\\[PHONE\\_1\\]'])('%s across a split is masked completely', async typed => {
  for (let before = 32_768 - typed.length; before <= 32_768; before += 1) {
    const { mask, restore } = await createPseudonymizer('en')
    const text = `${'x'.repeat(before - 16)} +1 415 555 2671${typed}${'y'.repeat(9)}`
    const hidden = await mask(text)
    expect(hidden).not.toContain(typed)
    expect(restore(hidden)).toBe(text)
  }
})

test('half a million characters are hidden in pieces, between which others get their turn', async () => {
  const text = 'Order 12 for me@example.com, thanks. '.repeat(14_000)
  let turns = 0
  let isHiding = true
  const turn = () => {
    turns += 1
    if (isHiding) setImmediate(turn)
  }
  setImmediate(turn)
  const hidden = await hideOnce(text)
  isHiding = false
  expect(hidden).not.toContain('@')
  expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / 32_768))
})

function arabic(text: string): string {
  return withDigits(text, digit => String.fromCodePoint(0x660 + digit))
}

function persian(text: string): string {
  return withDigits(text, digit => String.fromCodePoint(0x6f0 + digit))
}

function devanagari(text: string): string {
  return withDigits(text, digit => String.fromCodePoint(0x966 + digit))
}

function keycaps(text: string): string {
  return withDigits(text, digit => `${digit}\ufe0f\u20e3`)
}

function withDigits(text: string, write: (digit: number) => string): string {
  return text.replace(/\d/g, digit => write(Number(digit)))
}
