import { expect, test } from 'vitest'
import { headerVariable } from '../src/header-variable.ts'

test.each<[string, Record<string, string>, string | undefined]>([
  ['none is set', {}, undefined],
  ['the first is set', { OWN: 'a', COMMON: 'b' }, 'a'],
  ['only the second is set', { COMMON: 'b' }, 'b'],
  ['the first is empty, which hides the second', { OWN: '', COMMON: 'b' }, undefined],
])('%s', (_case, env, value) => {
  expect(headerVariable(env, ['OWN', 'COMMON'])).toBe(value)
})

test.each([
  ['key\n', 'TOKEN ends with white space'],
  ['key\r\n', 'TOKEN ends with white space'],
  ['key ', 'TOKEN ends with white space'],
  [' key', 'TOKEN begins with white space'],
  ['\ufeffkey', 'TOKEN begins with white space'],
  ['\n', 'TOKEN begins with white space'],
  ['k\ney', 'TOKEN contains characters that are not allowed in a header'],
  ['k ey', 'TOKEN contains characters that are not allowed in a header'],
  ['kéy', 'TOKEN contains characters that are not allowed in a header'],
])('%j is refused, and never shown', (value, message) => {
  expect(() => headerVariable({ TOKEN: value }, ['TOKEN'])).toThrow(expect.objectContaining({ code: 'usage', message }))
})

test('an encoded value may contain every character that can be printed', () => {
  const read = (TOKEN: string) => headerVariable({ TOKEN }, ['TOKEN'], { isEncoded: true })
  expect(read('pässe wort')).toBe('pässe wort')
  expect(() => read('pass\nword')).toThrow(expect.objectContaining({ code: 'usage' }))
  expect(() => read('password\n')).toThrow(expect.objectContaining({ code: 'usage' }))
})
