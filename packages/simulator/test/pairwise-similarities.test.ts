import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepSimilarities } from '../src/trigger/kept-similarities.ts'
import { createPairwise } from '../src/trigger/pairwise-similarities.ts'
import { createTextIndex } from '../src/trigger/text-index.ts'
import { listVectors } from '../src/trigger/vector-list.ts'
import type { TextVector } from '../src/trigger/weighting.ts'
import { vectorWith } from './vectors.ts'

const featureCount = 40

const vector = fc.uniqueArray(fc.integer({ min: 0, max: featureCount - 1 }), { maxLength: 12 }).map(vectorWith)

test('the similarity of texts is the product of what they share, computed each time', () => {
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 9 }), vectors => {
      const texts = Int32Array.from(vectors.keys())
      const pairwise = createPairwise(listVectors(vectors), featureCount)
      const found = pairwise(texts).slice()
      const expected = Array.from(texts).flatMap((row, at) =>
        Array.from(texts.subarray(0, at + 1), other => product(vectors, row, other)),
      )
      expect(found).toHaveLength(expected.length)
      expected.forEach((similarity, slot) => {
        expect(found[slot]).toBeCloseTo(similarity, 9)
      })
      expect(pairwise(texts)).toEqual(found)
    }),
    { numRuns: 100 },
  )
})

test('the kept similarities of texts are the same, for any texts and any number of times', () => {
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 9 }), fc.infiniteStream(fc.nat()), (vectors, numbers) => {
      const keep = keepSimilarities(vectors, createTextIndex(listVectors(vectors), featureCount))
      const pairwise = createPairwise(listVectors(vectors), featureCount)
      for (let call = 0; call < 3; call++) {
        const texts = Int32Array.from(vectors.keys()).filter(() => (numbers.next().value ?? 0) % 2 === call % 2)
        const expected = pairwise(texts).slice()
        const found = keep(texts)
        expect(found).toHaveLength(expected.length)
        expected.forEach((similarity, slot) => {
          expect(found[slot]).toBeCloseTo(similarity, 9)
        })
        // The caller may overwrite the result.
        found.fill(0)
      }
    }),
    { numRuns: 100 },
  )
})

test('a feature that a text has twice counts with both weights', () => {
  const twice = { features: Int32Array.of(1, 3, 1), weights: Float32Array.of(0.5, 0.25, 0.25) }
  const once = { features: Int32Array.of(1, 3), weights: Float32Array.of(0.5, 0.5) }
  const vectors = [once, twice, once, twice]
  const found = createPairwise(listVectors(vectors), featureCount)(Int32Array.of(0, 1, 2, 3))
  const ofOnce = 0.5
  const ofBoth = 0.5 * 0.75 + 0.5 * 0.25
  const ofTwice = 0.75 ** 2 + 0.25 ** 2
  const square = 0.5 ** 2 + 0.25 ** 2 + 0.25 ** 2
  expect([...found]).toEqual([ofOnce, ofBoth, square, ofOnce, ofBoth, ofOnce, ofBoth, ofTwice, ofBoth, square])
})

test('a bot with more features than the last one has room for them', () => {
  const last = { features: Int32Array.of(90_000), weights: Float32Array.of(0.5) }
  expect([...createPairwise(listVectors([last]), 90_001)(Int32Array.of(0))]).toEqual([0.25])
})

function product(vectors: readonly TextVector[], one: number, other: number): number {
  const weights = weightsOf(vectors[one])
  return [...weightsOf(vectors[other])].reduce(
    (sum, [feature, weight]) => sum + weight * (weights.get(feature) ?? 0),
    0,
  )
}

function weightsOf(vector: TextVector | undefined): ReadonlyMap<number, number> {
  return new Map(Array.from(vector?.features ?? [], (feature, at) => [feature, vector?.weights[at] ?? 0]))
}
