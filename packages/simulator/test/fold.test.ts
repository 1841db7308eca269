import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../model/test/any-character.ts'
import { fold, foldedHash } from '../src/index.ts'
import { wordsOf } from '../src/trigger/tokens.ts'

test.each([
  ['case', 'Where IS it', 'where is it'],
  ['white space', '\u00a0where\t is \n\r it\u2003 ', 'where is it'],
  ['punctuation', '«Where’s… it?!»', 'wheres it'],
  ['signs and emoji', '№ 2 + $5 👍🏽❤️', '2 5'],
  ['a keycap', '2️⃣', '2'],
  ['composition', 'cafe\u0301', 'café'],
  ['composition across ignored characters', 'cafe\u200d\u0301', 'café'],
  ['letters kept apart', 'Ёлка', 'ёлка'],
  ['case of a dotted I', 'İADƏ I\u0307', 'iadə i'],
  ['case of an I without a dot', 'IŞIQ ışıq', 'işiq işiq'],
  ['a dot that an accented i keeps', 'i\u0307\u0301 I\u0301', 'í í'],
  ['direction marks and soft hyphens', '\u202ere\u00adfund\u202c', 'refund'],
  ['lone surrogates', 'a\ud800b', 'ab'],
  ['punctuation alone', '?!… —', ''],
  ['nothing', '', ''],
  ['a property name of JavaScript objects', '__proto__', 'proto'],
])('%s is ignored', (_what, text, folded) => {
  expect(fold(text)).toBe(folded)
})

test.each([
  ['an emoji with a selector is no word', 'Danke ❤️', ['danke']],
  ['nor is one alone', '⚠️', []],
  ['a digit in a keycap is that digit', '2️⃣ Tage', ['2', 'tage']],
  ['a selector between letters is ignored', '葛\u{e0100}飾', ['葛飾']],
  ['a mark without a letter is ignored', '\u0301 a\u200d\u0301', ['a']],
  ['a capital with a dot is that letter', 'İadə I\u0307ADƏ i\u0307\u0301', ['iadə', 'iadə', 'í']],
  ['ı stays a letter of its own', 'ışıq', ['ışıq']],
  ['letters keep their marks', 'x\u0301y हिन्दी', ['x\u0301y', 'हिन्दी']],
])('words of a text: %s', (_what, text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('folding is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 40 }), text => {
      expect(fold(fold(text))).toBe(fold(text))
    }),
  )
})

test('plain ASCII is folded and parted as any other text is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 40 }), text => {
      expect(fold(`${text} \u00e9`)).toBe(`${fold(text)} \u00e9`.trim())
      expect(wordsOf(`x${text} \u00e9`)).toEqual([...wordsOf(`x${text}`), '\u00e9'])
    }),
  )
})

test('case does not matter', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^([a-zа-яёıə ]|\u0307)*$/), text => {
      expect(fold(text.toUpperCase())).toBe(fold(text))
    }),
  )
})

test('texts that are the same message have the same hash', () => {
  const characters = fc.constantFrom('a', 'B', '7', ' ', '\t', '-', '\u2014', '\u00e9', 'e\u0301', '\u0130', 'я', '👍')
  fc.assert(
    fc.property(fc.string({ unit: characters, maxLength: 12 }), text => {
      expect(foldedHash(['', text], 1)).toBe(foldedHash([fold(text)], 0))
    }),
    { numRuns: 500 },
  )
  expect(foldedHash(['To pay'], 0)).not.toBe(foldedHash(['To say'], 0))
  expect(foldedHash(['é-1'], 0)).not.toBe(foldedHash(['é-2'], 0))
})

test('a long sequence of marks is scanned once', () => {
  // Where each is moved behind the others, one by one, this takes longer than the time-out of the tests.
  expect(fold(`a${'\u0301\u0316'.repeat(1_000_000)}`)).toMatch(/^[aá]/)
})
