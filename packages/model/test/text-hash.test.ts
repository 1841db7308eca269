import { expect, test } from 'vitest'
import { linesHash, textHash } from '../src/text-hash.ts'

test('the hash of lines is that of the text that consists of them', () => {
  expect(linesHash(['a', 'ключ', ''])).toBe(textHash('a\nключ\n\n'))
  expect(linesHash([])).toBe(textHash(''))
})
