import { expect, test } from 'vitest'
import { createRevisionCache } from '../src/runtime/revision-cache.ts'

interface Asked {
  readonly id: string
  readonly revision: number
}

const bot = (id: string, revision = 0): Asked => ({ id, revision })

/** A cache of values that are their own size. */
function createCache(load: (asked: Asked, before: number | undefined) => Promise<number>, maxSize: number) {
  return createRevisionCache<Asked, number>({
    keyOf: ({ id }) => id,
    revisionOf: ({ revision }) => revision,
    load,
    sizeOf: value => value,
    maxSize,
  })
}

function createCounted(size: number, maxSize: number) {
  const loads: string[] = []
  const cache = createCache(async ({ id, revision }) => {
    loads.push(`${id}${revision}`)
    return size
  }, maxSize)
  return { cache, loads }
}

test('a value is loaded once, until its revision increases', async () => {
  const { cache, loads } = createCounted(1, 10)
  await Promise.all([cache(bot('a')), cache(bot('a'))])
  await cache(bot('a'))
  expect(loads).toEqual(['a0'])
  await cache(bot('a', 1))
  await cache(bot('a', 0))
  expect(loads).toEqual(['a0', 'a1'])
})

test('if a revision increases repeatedly during a load, the value is loaded once more, with the latest', async () => {
  const begun: number[] = []
  let finish = (): void => {}
  const cache = createCache(({ revision }) => {
    begun.push(revision)
    return new Promise(resolve => {
      finish = () => resolve(1)
    })
  }, 10)
  const first = cache(bot('a', 0))
  await new Promise(setImmediate)
  const later = [1, 2, 3].map(revision => cache(bot('a', revision)))
  expect(begun).toHaveLength(1)
  finish()
  await first
  await new Promise(setImmediate)
  finish()
  await Promise.all(later)
  expect(begun).toEqual([0, 3])
  await cache(bot('a', 3))
  expect(begun).toEqual([0, 3])
})

test('the least recently used entry is evicted when the total is too large', async () => {
  const { cache, loads } = createCounted(4, 10)
  for (const id of ['a', 'b', 'a', 'c']) await cache(bot(id))
  await cache(bot('a'))
  expect(loads).toEqual(['a0', 'b0', 'c0'])
  await cache(bot('b'))
  expect(loads).toEqual(['a0', 'b0', 'c0', 'b0'])
})

test('a value that exceeds the total limit is kept while no other is used', async () => {
  const { cache, loads } = createCounted(20, 10)
  await cache(bot('a'))
  await cache(bot('a'))
  expect(loads).toEqual(['a0'])
  await cache(bot('b'))
  await cache(bot('a'))
  expect(loads).toEqual(['a0', 'b0', 'a0'])
})

test('a load that failed is tried again', async () => {
  let attempts = 0
  const cache = createCache(async () => {
    attempts++
    if (attempts === 1) throw new Error('The database is away.')
    return 1
  }, 10)
  await expect(cache(bot('a'))).rejects.toThrow('away')
  expect(await cache(bot('a'))).toBe(1)
})

test('a load gets the value that it replaces, except that of a failed load', async () => {
  const given: (number | undefined)[] = []
  const cache = createCache(async ({ revision }, before) => {
    given.push(before)
    await new Promise(setImmediate)
    if (revision === 2) throw new Error('The database is away.')
    return revision + 1
  }, 10)
  await cache(bot('a', 0))
  await cache(bot('a', 1))
  const failed = expect(cache(bot('a', 2))).rejects.toThrow('away')
  await new Promise(process.nextTick)
  const next = cache(bot('a', 3))
  await failed
  expect(await next).toBe(4)
  expect(given).toEqual([undefined, 1, 2, undefined])
})
