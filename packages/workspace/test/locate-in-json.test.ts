import { expect, test } from 'vitest'
import { locateInJson } from '../src/entry-file/locate-in-json.ts'

test.each([
  ['{"a": [1, {"b": 2}]}', ['a', '1', 'b'], 1, 17],
  ['{"a": [1, {"b": 2}]}', ['a', '1', 'c'], 1, 11],
  ['{\n "a": "\\"",\n "b": tru }', [], 3, 7],
  ['{} {}', [], 1, 4],
  ['', [], 1, 1],
  ['"open', [], 1, 1],
  ['[1 2]', [], 1, 4],
  ['{"a" 1}', [], 1, 6],
  ['['.repeat(100_000), [], 1, 102],
])('%j breaks, or has %j, at its place', (text, path, line, column) => {
  expect(locateInJson(text, path)).toEqual({ line, column })
})
