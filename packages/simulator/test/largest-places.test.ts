import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLargest } from '../src/trigger/find-largest.ts'

test('the largest come first, then the earlier of equal ones; zero and disallowed values are left out', () => {
  const values = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 })
  fc.assert(
    fc.property(values, fc.integer({ min: 1, max: 12 }), (given, most) => {
      const isEven = (place: number) => place % 2 === 0
      const expected = [...given.keys()]
        .filter(place => isEven(place) && (given[place] ?? 0) > 0)
        .sort((a, b) => (given[b] ?? 0) - (given[a] ?? 0) || a - b)
        .slice(0, most)
      expect(findLargest(Float64Array.from(given), most, isEven)).toEqual(expected)
    }),
  )
})
