import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../model/test/any-character.ts'
import { tellApart } from '../src/index.ts'
import { showTurn } from '../src/shown.ts'

const rows: readonly (readonly [string, string, string, string, string])[] = [
  ['a no-break space', 'hello world', 'hello\u00a0world', 'hello\\u0020world', 'hello\\u00a0world'],
  ['a space at the end', 'hello', 'hello ', 'hello', 'hello\\u0020'],
  ['two spaces', 'a  b', 'a b', 'a \\u0020b', 'a b'],
  ['a tab', 'a\tb c', 'a b c', 'a\\u0009b c', 'a\\u0020b c'],
  ['the end of a line', 'a\r\nb\n', 'a\nb\n', 'a\\u000d\nb\n', 'a\nb\n'],
  ['a line break at the end', 'a\nb', 'a\nb\n', 'a\nb', 'a\nb\\u000a'],
  ['an accent of its own', 'un caf\u00e9', 'un cafe\u0301', 'un caf\\u00e9', 'un cafe\\u0301'],
  ['a soft hyphen', 'Donau', 'Do\u00adnau', 'Donau', 'Do\\u00adnau'],
  ['an invisible tag', 'a', 'a\u{e0041}', 'a', 'a\\u{e0041}'],
  ['another word', 'a \u00a0b', 'a c ', 'a \u00a0b', 'a c '],
  ['the same white space', 'a \u00a0b', 'a \u00a0b', 'a \u00a0b', 'a \u00a0b'],
]

test.each(rows)(
  '%s: only what differs is escaped, and only in texts that look equal',
  (_name, before, after, was, is) => {
    expect(tellApart(before, after)).toEqual([was, is])
  },
)

test('texts that differ never look equal', () => {
  const blank = fc.constantFrom(' ', '\u00a0', '\t', '\r\n', '\n', '\u200b', '\u00ad', 'e\u0301', '\u00e9', '')
  const texts = fc.array(fc.tuple(fc.string({ unit: anyCharacter, maxLength: 3 }), blank, blank), { maxLength: 6 })
  fc.assert(
    fc.property(texts, parts => {
      const [before, after] = [1, 2].map(side => parts.map(part => `${part[0]}${part[side]}`).join(''))
      if (before === undefined || after === undefined || before === after) return
      const [was, is] = tellApart(before, after).map(text => text.normalize('NFC').replace(/\s+/g, ' ').trim())
      expect(was).not.toBe(is)
    }),
  )
})

test('two long texts with white space of another kind throughout', () => {
  const [was, is] = tellApart('a b '.repeat(8000), 'a\u00a0b\u00a0'.repeat(8000))
  expect(was.startsWith('a\\u0020b')).toBe(true)
  expect(is.startsWith('a\\u00a0b')).toBe(true)
})

test.each([
  [{ before: null }, 'null → absent'],
  [{ after: null }, 'absent → null'],
  [{ before: null, after: 'a' }, 'nothing → "a"'],
  [{ before: 1, after: undefined }, '1 → nothing'],
])('the turn of %j distinguishes an absent field from one that is null', (turn, expected) => {
  expect(showTurn(turn)).toBe(expected)
})
