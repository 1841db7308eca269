import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findAll, findFirst, findLast } from '../../src/parse/typescript/methods/search-text.ts'

const word = fc.constantFrom('a', 'b', 'ab', 'aab', 'aba')
const run = fc.tuple(word, fc.nat(60)).map(([text, times]) => text.repeat(times))
const text = fc.array(run, { maxLength: 4 }).map(runs => runs.join(''))
const index = fc.oneof(fc.integer({ min: -2, max: 300 }), fc.constantFrom(undefined, Number.NaN, 1.5, 1 / 0, -1 / 0))

test('a search finds what the methods of the language find, with short and long parts', () => {
  const part = fc.oneof(text, run, word)
  fc.assert(
    fc.property(text, part, text, index, (before, middle, after, at) => {
      const all = before + middle + after
      expect(findFirst(all, middle, at)).toBe(all.indexOf(middle, at))
      expect(findLast(all, middle, at)).toBe(all.lastIndexOf(middle, at))
      const places: number[] = []
      all.replaceAll(middle, (_, place: number) => String(places.push(place)))
      expect(findAll(all, middle)).toEqual(places)
      expect(findAll(all, middle, 2)).toEqual(places.slice(0, 2))
    }),
    { numRuns: 500, seed: 8 },
  )
})
