import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTopList } from '../../src/lab/top-list.ts'

test('a list has the first items of all that were added, and the earlier one of equal items first', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 200 })
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 12 }), (ranks, max) => {
      const items = ranks.map((rank, place) => ({ rank, place }))
      const byRank = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank
      const list = createTopList(max, byRank)
      for (const item of items) list.add(item)
      expect(list.items()).toEqual(items.toSorted(byRank).slice(0, max))
    }),
  )
})

test('items can be read between two additions', () => {
  const list = createTopList<number>(2, (a, b) => a - b)
  list.add(5)
  expect(list.items()).toEqual([5])
  list.add(3)
  list.add(4)
  expect(list.items()).toEqual([3, 4])
})
