import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBytes, toParts } from '../src/number-lists.ts'

const lists = fc.oneof(
  fc.float64Array(),
  fc.float32Array(),
  fc.int32Array(),
  fc.uint32Array(),
  fc.uint16Array(),
  fc.uint8Array(),
)

const data = fc.record({
  text: fc.string({ unit: 'binary' }),
  one: lists,
  inner: fc.record({ list: lists, other: lists }),
})

test('data with lists of numbers is read as it was written, from any place in memory', () => {
  fc.assert(
    fc.property(data, fc.nat({ max: 16 }), (written, offset) => {
      const parts = toParts(written)
      const bytes = Buffer.concat([Buffer.alloc(offset), ...parts]).subarray(offset)
      expect(fromBytes(bytes)).toEqual(written)
    }),
  )
})
