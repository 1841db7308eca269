import { expect, test } from 'vitest'
import { createIndexCache } from '../../src/resources/knowledge/search.ts'

/** A bot as far as the cache looks at it. */
const bot = (id: string, knowledge_revision = 0, primary_language: 'en' | 'ru' = 'en') => ({
  id,
  knowledge_revision,
  primary_language,
})

function createCounted(memory: number, most: number) {
  const loads: string[] = []
  const cache = createIndexCache(async ({ id, knowledge_revision }: ReturnType<typeof bot>) => {
    loads.push(`${id}${knowledge_revision}`)
    return { memory }
  }, most)
  return { cache, loads }
}

test('an index is loaded once, until the documents or the language of the bot change', async () => {
  const { cache, loads } = createCounted(1, 10)
  await Promise.all([cache(bot('a')), cache(bot('a'))])
  await cache(bot('a'))
  expect(loads).toEqual(['a0'])
  await cache(bot('a', 1))
  await cache(bot('a', 0))
  expect(loads).toEqual(['a0', 'a1'])
  await cache(bot('a', 1, 'ru'))
  expect(loads).toEqual(['a0', 'a1', 'a1'])
})

test('if a bot changes repeatedly during a load, it is loaded once more, with the latest contents', async () => {
  const begun: number[] = []
  let finish = (): void => {}
  const cache = createIndexCache((asked: ReturnType<typeof bot>) => {
    begun.push(asked.knowledge_revision)
    return new Promise<{ memory: number }>(resolve => {
      finish = () => resolve({ memory: 1 })
    })
  }, 10)
  const first = cache(bot('a', 0))
  await Promise.resolve()
  const later = [1, 2, 3].map(revision => cache(bot('a', revision)))
  expect(begun).toHaveLength(1)
  finish()
  await first
  await new Promise(setImmediate)
  finish()
  await Promise.all(later)
  expect(begun).toHaveLength(2)
  await cache(bot('a', 3))
  expect(begun).toHaveLength(2)
})

test('the least recently used entry is evicted when the total is too large', async () => {
  const { cache, loads } = createCounted(4, 10)
  for (const id of ['a', 'b', 'a', 'c']) await cache(bot(id))
  await cache(bot('a'))
  expect(loads).toEqual(['a0', 'b0', 'c0'])
  await cache(bot('b'))
  expect(loads).toEqual(['a0', 'b0', 'c0', 'b0'])
})

test('an index that exceeds the total limit is kept while no other is used', async () => {
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
  const cache = createIndexCache(async (_bot: ReturnType<typeof bot>) => {
    attempts++
    if (attempts === 1) throw new Error('The database is away.')
    return { memory: 1 }
  }, 10)
  await expect(cache(bot('a'))).rejects.toThrow('away')
  expect(await cache(bot('a'))).toEqual({ memory: 1 })
})
