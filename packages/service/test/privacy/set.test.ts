import { phoneRegions } from '@scenewright/model/personal-data'
import { beforeAll, describe, expect, test } from 'vitest'
import { findPersonal } from '../../src/privacy/find-personal.ts'
import { type Libraries, loadLibraries } from '../../src/privacy/libraries.ts'
import { falseAlarms, isFound, type MarkedMessage, readSet } from './marked-set.ts'

let libraries: Libraries
beforeAll(async () => {
  libraries = await loadLibraries()
})

const set = readSet()
const halves = [0, 1].map(half => set.filter((_, index) => index % 2 === half))

function measure(messages: readonly MarkedMessage[]) {
  const tried = messages.map(message => {
    const found = findPersonal(message.text, phoneRegions[message.language], libraries)
    return { message, found, alarms: falseAlarms(message, found) }
  })
  const marks = tried.flatMap(({ message, found }) => message.marks.map(mark => isFound(mark, found, message.text)))
  const plain = tried.filter(({ message }) => message.marks.length === 0)
  return {
    found: marks.filter(Boolean).length / marks.length,
    alarmedTexts: plain.filter(({ alarms }) => alarms.length > 0).length / plain.length,
    wronglyHidden: tried.flatMap(({ alarms }) => alarms).length / tried.flatMap(({ found }) => found).length,
  }
}

describe('on messages that were written before the rules', () => {
  test('there are at least 200, of which at least 80 contain no personal data', () => {
    expect(set.length).toBeGreaterThanOrEqual(200)
    expect(set.filter(({ marks }) => marks.length === 0).length).toBeGreaterThanOrEqual(80)
    expect(new Set(set.map(({ text }) => text)).size).toBe(set.length)
  })

  test.each([
    ['all', set],
    ['those for tuning', halves[0] ?? []],
    ['those held out', halves[1] ?? []],
  ])(
    '%s: 9 of 10 values are found, and 1 in 100 at most is a false alarm, by texts and by values',
    (_name, messages) => {
      const { found, alarmedTexts, wronglyHidden } = measure(messages)
      expect(found).toBeGreaterThanOrEqual(0.9)
      expect(alarmedTexts).toBeLessThanOrEqual(0.01)
      expect(wronglyHidden).toBeLessThanOrEqual(0.01)
    },
  )
})

test.each([
  ['digits', '1234567890 '],
  ['one number', '1'],
  ['plus signs', '+'],
  ['at signs', '@1+'],
  ['phone numbers', '+7 916 123 45 67 '],
  ['e-mail addresses', 'a@b.co '],
  ['card numbers', '4111 1111 1111 1111 '],
  ['beginnings of IBANs', 'DE89 3704 '],
  ['internet addresses', '1.1.1.1 '],
  ['labels', 'passport no '],
  ['colons', '1:'],
  ['links', 'https://a:b'],
  ['passwords', 'password: aaaa1111B '],
  ['characters that are not normalized', '\ufdfa\u200b\uff11'],
  ['marks', '\u0301'],
  ['tokens in links', '?token=1'],
])('in a long text of %s, findings are within it, in order', (_name, part) => {
  // How long it takes is a row of `npm run bench`.
  const text = part.repeat(Math.ceil(32_768 / part.length))
  const found = findPersonal(text, ['US', 'GB'], libraries)
  const ends = found.flatMap(({ start, end }) => [start, end])
  expect(ends).toEqual(ends.toSorted((a, b) => a - b))
  expect(ends.at(-1) ?? 0).toBeLessThanOrEqual(text.length)
})

test.each(['+7 916 123 45 67 ', '1.1.1.1 ', '1234567890 '])(
  'in a long text of "%s", the library searches a limited number of times, and what it did not examine is masked',
  part => {
    let searches = 0
    const phones: Libraries['phones'] = {
      findPhoneNumbersInText(around, region) {
        searches += 1
        return libraries.phones.findPhoneNumbersInText(around, region)
      },
    }
    const text = part.repeat(3000)
    const found = findPersonal(text, ['US', 'GB'], { ...libraries, phones })
    expect(searches).toBeGreaterThan(0)
    // A count, which no clock changes: 40, and those for the candidate that reaches the limit.
    expect(searches).toBeLessThan(60)
    const rest = found.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text)
    // Of the 20 examined candidates, of up to 150 characters each.
    expect(rest.replace(/\D/g, '').length).toBeLessThan(20 * 150)
  },
)
