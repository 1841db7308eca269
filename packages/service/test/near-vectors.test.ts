import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createNearVectors } from '../src/resources/scans/similarity.ts'
import { dimensions } from '../src/retrieval/hash-vector.ts'

const bytes = fc.int8Array({ minLength: dimensions, maxLength: dimensions })

function cosine(one: Int8Array, other: Int8Array): number {
  const dot = (a: Int8Array, b: Int8Array) => a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0)
  const lengths = Math.sqrt(dot(one, one)) * Math.sqrt(dot(other, other))
  return lengths === 0 ? 0 : dot(one, other) / lengths
}

/** The vector with some of its numbers replaced: near or not, by how many. */
const pair = fc.tuple(bytes, bytes, fc.integer({ min: 0, max: dimensions })).map(([one, noise, kept]) => {
  return [one, one.map((number, at) => ((at * 269) % dimensions < kept ? number : (noise[at] ?? 0)))] as const
})

test('two vectors are near exactly if their cosine is large enough, wherever the comparison stops early', () => {
  fc.assert(
    fc.property(pair, fc.double({ min: 0.5, max: 0.99, noNaN: true }), ([one, other], threshold) => {
      const vectors = createNearVectors(2, threshold)
      vectors.add(one)
      vectors.add(other)
      const actual = cosine(one, other)
      fc.pre(Math.abs(actual - threshold) > 1e-9)
      expect(vectors.isNear(0, 1)).toBe(actual > threshold)
      expect(vectors.isNear(1, 0)).toBe(actual > threshold)
    }),
    { numRuns: 200 },
  )
})

test('a vector is near itself, and nothing is near a zero vector', () => {
  const vectors = createNearVectors(2, 0.85)
  vectors.add(Int8Array.from({ length: dimensions }, (_, at) => (at % 255) - 127))
  vectors.add(new Int8Array(dimensions))
  expect(vectors.isNear(0, 0)).toBe(true)
  expect(vectors.isNear(0, 1)).toBe(false)
  expect(vectors.isNear(1, 1)).toBe(false)
})
