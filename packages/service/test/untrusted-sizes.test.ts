import { textHash } from '@scenewright/model/text-hash'
import { expect, test } from 'vitest'
import { compileValidator } from '../src/http/validation.ts'
import { newFunction } from '../src/resources/functions/schema.ts'
import { contentHash } from '../src/resources/knowledge/content.ts'

test('the values of a schema are not compared with each other in the thread of all requests', () => {
  const validate = compileValidator({ schema: newFunction, method: 'POST', url: '/', httpPart: 'body' })
  const body = (values: readonly unknown[]) => ({
    bot_unique_id: 'b',
    name: 'f',
    description: 'd',
    request_method: 'GET',
    request_url: 'https://example.com/',
    input_schema_json: { properties: { a: { enum: values } } },
  })
  expect(validate(body([1]))).toBe(true)
  expect(validate(body([]))).toBe(false)
  // The thread for untrusted schemas rejects them.
  expect(validate(body([[1], [1]]))).toBe(true)
})

test.each([
  ['30 marks', `a${'\u0345'.repeat(30)}b`, `a${'\u0345'.repeat(30)}b`],
  ['31 marks', `a${'\u0345'.repeat(31)}`, `a${'\u0345'.repeat(30)}\u034f\u0345`],
  ['61 marks', '\u0345'.repeat(61), `${'\u0345'.repeat(30)}\u034f${'\u0345'.repeat(30)}\u034f\u0345`],
])('%s are hashed in the stream-safe form', (_name, content, safe) => {
  expect(contentHash(content)).toBe(textHash(safe.normalize('NFC')))
})
