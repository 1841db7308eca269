import { expect, test } from 'vitest'
import { truncate, truncateTexts } from '../src/answering/truncate-texts.ts'

test.each([
  [['abc', 'de'], 5, ['abc', 'de']],
  [['abc', 'one two three'], 12, ['abc', 'one two\u2026']],
  [['abcdef', 'g'], 3, ['\u2026', 'g']],
  [['abc'], 0, []],
])('texts %j have room in %d characters as %j', (texts, room, kept) => {
  expect(truncateTexts(texts, room)).toEqual(kept)
})

test.each([
  'Pay with 4111 1111 1111 1111, please.',
  'Pay with joe@example.com, please.',
  'Pay with +49 (170) 1234567, please.',
])('no part of personal data remains where a text is truncated: %s', text => {
  for (let most = 12; most < text.indexOf(','); most += 1) expect(truncate(text, most)).toBe('Pay with\u2026')
})

test('a long text without words is truncated to at least 200 characters below the limit', () => {
  expect(truncate('1'.repeat(1000), 500)).toBe(`${'1'.repeat(299)}\u2026`)
})
