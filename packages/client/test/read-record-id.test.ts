import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readRecordId } from '../src/read-record-id.ts'

const cases: readonly [text: string, id: string | undefined][] = [
  ['', undefined],
  ['[{"unique_id":"a"}]', undefined],
  ['"unique_id"', undefined],
  ['{"unique_id":"a"}', 'a'],
  [' {\n "title" : "x" , "unique_id" : "a"', 'a'],
  ['{"unique_id":"a', undefined],
  ['{"unique_id":"a\\', undefined],
  ['{"unique_id":"\\u0061\\"b"', 'a"b'],
  ['{"versions":[{"unique_id":"v"}],"unique_id":"a"', 'a'],
  ['{"versions":[{"unique_id":"v"', undefined],
  ['{"versions":[{"unique_id":"v"}]', undefined],
  ['{"title":"]}\\",\\"unique_id\\":\\"t\\"","unique_id":"a"', 'a'],
  ['{"title":"{\\"unique_id\\":\\"t\\"}"', undefined],
  ['{"unique_id":7,"title":"x"', undefined],
  ['{"unique_id":"a","unique_id":"b"', undefined],
  ['{"unique_id"', undefined],
  ['{"a":1,"b":null,"unique_id":"a"', 'a'],
  ['{"a":1', undefined],
  ['{"\\u0075nique_id":"a"', 'a'],
  ['{,"unique_id":"a"', undefined],
]

test.each(cases)('%j gives %j', (text, id) => {
  expect(readRecordId(text)).toBe(id)
})

test('a text truncated anywhere yields its own id or none, and never throws', () => {
  const nested = fc.letrec(tie => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string(),
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('unique_id', 'a', '"', '}', '__proto__'), tie('value'), { maxKeys: 3 }),
    ),
  })).value
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), nested), { maxLength: 4 }), fc.nat(400), (fields, cut) => {
      const before = fields.filter(([name]) => name !== 'unique_id')
      const text = JSON.stringify(Object.fromEntries([...before, ['unique_id', 'mine']]))
      expect([undefined, 'mine']).toContain(readRecordId(text.slice(0, cut)))
      expect(readRecordId(text)).toBe('mine')
    }),
    { numRuns: 300 },
  )
})

test('deep nesting is read without a stack', () => {
  expect(readRecordId(`{"a":${'['.repeat(200_000)}`)).toBeUndefined()
})
