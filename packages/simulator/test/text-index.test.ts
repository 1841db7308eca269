import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextIndex } from '../src/trigger/text-index.ts'
import { listVectors } from '../src/trigger/vector-list.ts'
import type { TextVector } from '../src/trigger/weighting.ts'
import { vectorWith } from './vectors.ts'

const featureCount = 6

/** A text may have a feature twice, if two of different kinds have one hash. */
const vector = fc.array(fc.integer({ min: 0, max: featureCount - 1 }), { maxLength: 9 }).map(vectorWith)
const vectors = fc.array(vector, { minLength: 1, maxLength: 12 })

test('the similarity of a message and each text is the sum of the products, in the order of the features', () => {
  fc.assert(
    fc.property(vectors, vector, (texts, message) => {
      const index = createTextIndex(listVectors(texts), featureCount)
      const expected = texts.map(text => product(message, text))
      expect([...index.similarities(message)]).toEqual(expected)
      // Not what another message left.
      expect([...index.similarities(message)]).toEqual(expected)
    }),
    { numRuns: 300 },
  )
})

test('those of a text and the texts up to itself are added to a row, and nothing behind it', () => {
  fc.assert(
    fc.property(vectors, texts => {
      const index = createTextIndex(listVectors(texts), featureCount)
      texts.forEach((text, place) => {
        const all = new Float64Array(texts.length)
        index.addSimilarities(text, all.subarray(0, place + 1))
        const upToItself = texts.slice(0, place + 1).map(other => product(text, other))
        expect([...all]).toEqual([...upToItself, ...texts.slice(place + 1).map(() => 0)])
      })
    }),
    { numRuns: 300 },
  )
})

function product(one: TextVector, other: TextVector): number {
  let sum = 0
  one.features.forEach((feature, at) => {
    other.features.forEach((same, place) => {
      if (same === feature) sum += (one.weights[at] ?? 0) * (other.weights[place] ?? 0)
    })
  })
  return sum
}
