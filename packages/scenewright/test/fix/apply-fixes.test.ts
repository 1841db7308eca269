import type { Edit, Fix } from '@scenewright/model'
import { expect, test } from 'vitest'
import { applyFixes } from '../../src/commands/check/fix/apply-fixes.ts'

/** Each edit as line, first column, column behind its end, text. */
function fix(...edits: readonly (readonly [number, number, number, string])[]): Fix {
  return {
    title: '',
    edits: edits.map(([line, column, end, text]): Edit => {
      return { file: 'a', range: { start: { line, column }, end: { line, column: end } }, text }
    }),
  }
}

test.each([
  ['one', [fix([2, 1, 2, 'x'])], 'abc\nxef\n', 1],
  ['side by side', [fix([1, 1, 2, '']), fix([1, 2, 3, ''])], 'c\ndef\n', 2],
  ['of several edits', [fix([2, 3, 4, 'z'], [1, 1, 2, 'y'])], 'ybc\ndez\n', 1],
  ['where another one was already applied', [fix([1, 1, 3, 'x']), fix([2, 1, 2, 'n'], [1, 2, 4, 'y'])], 'xc\ndef\n', 1],
  ['at the place of another', [fix([1, 2, 2, 'x']), fix([1, 2, 2, 'y'])], 'axbc\ndef\n', 1],
  ['that overlaps itself', [fix([1, 1, 3, 'x'], [1, 2, 4, 'y'])], 'abc\ndef\n', 0],
  ['without edits', [fix()], 'abc\ndef\n', 0],
])('a fix %s is applied completely or not at all', (_, fixes, text, made) => {
  const fixed = applyFixes('abc\ndef\n', fixes)
  expect([fixed.text, fixed.made.length]).toEqual([text, made])
})

test('the mark of a byte order and other line ends stay', () => {
  const { text } = applyFixes('\ufeffabc\r\ndef\r\n', [fix([1, 1, 2, 'x']), fix([2, 1, 2, 'y'])])
  expect(text).toBe('\ufeffxbc\r\nyef\r\n')
})
