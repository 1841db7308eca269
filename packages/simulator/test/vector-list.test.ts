import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createVectorAppender, packVectors, unpackVectors, type VectorList } from '../src/trigger/vector-list.ts'
import type { TextVector } from '../src/trigger/weighting.ts'

const vector: fc.Arbitrary<TextVector> = fc.array(fc.nat({ max: 9 }), { maxLength: 5 }).map(features => ({
  features: Int32Array.from(features),
  weights: Float32Array.from(features, feature => feature / 8),
}))

/** The next list: each vector is new, or else that of the former list at an index. */
const next = fc.array(fc.oneof(fc.nat(), vector), { maxLength: 12 })

test('a list has its vectors, whatever is appended for later ones, also as packed contents', () => {
  fc.assert(
    fc.property(fc.array(next, { maxLength: 12 }), generations => {
      const lists: [VectorList, readonly TextVector[]][] = []
      for (const [number, generation] of generations.entries()) {
        const [latest, known = []] = lists.at(-1) ?? []
        // Every other list follows one of another process.
        const before = latest && number % 2 === 0 ? unpackVectors(packVectors(latest)) : latest
        const parts = generation.flatMap(part => {
          if (typeof part !== 'number') return { vector: part }
          const at = part % Math.max(1, known.length)
          const vector = known[at]
          return vector === undefined ? [] : { vector, at }
        })
        const size = parts.reduce((sum, part) => sum + part.vector.features.length, 0)
        const appender = createVectorAppender(parts.length, size, before)
        for (const part of parts) {
          if ('at' in part && before !== undefined) appender.appendFrom(before, part.at, part.at + 1)
          else appender.append(part.vector)
        }
        lists.push([appender.list(), parts.map(part => part.vector)])
      }
      for (const [list, vectors] of lists) {
        const unpacked = unpackVectors(packVectors(list))
        expect(vectors.map((_, at) => list.at(at))).toEqual(vectors)
        expect(vectors.map((_, at) => unpacked.at(at))).toEqual(vectors)
      }
    }),
    { numRuns: 200 },
  )
})
