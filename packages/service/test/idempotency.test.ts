import { afterEach, expect, test } from 'vitest'
import { createKeyedMutex } from '../src/runtime/keyed-mutex.ts'
import { askWithKey, countAsked } from './contract/idempotency.ts'
import { newOwnedPlace } from './support/databases.ts'
import { createBot } from './support/samples.ts'
import { settled } from './support/test-timers.ts'
import { startWorld, type World } from './support/world.ts'

let world: World | undefined

afterEach(async () => {
  await world?.close()
  world = undefined
})

test('a repeated request costs one credit', async () => {
  const place = await newOwnedPlace()
  world = await startWorld(place, { credits: 1 })
  const { api } = world
  const bot = await createBot(api)
  const replies = await Promise.all(Array.from({ length: 5 }, () => askWithKey(api, bot, 'last')))
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(201))
  expect((await askWithKey(api, bot, 'another')).status).toBe(402)
  expect(await countAsked(api, bot)).toBe(1)
})

test('a key outlives the service, and can be reused a day later', async () => {
  const place = await newOwnedPlace()
  world = await startWorld(place)
  const bot = await createBot(world.api)
  const first = await askWithKey(world.api, bot, 'k')
  await world.close()
  world = await startWorld(place)
  expect((await askWithKey(world.api, bot, 'k')).body).toEqual(first.body)
  world.time.moveOn(86_400_000)
  const later = await askWithKey(world.api, bot, 'k', { prompt: 'Other' })
  expect(later.status).toBe(201)
  expect(later.body.unique_id).not.toBe(first.body.unique_id)
  expect((await askWithKey(world.api, bot, 'k', { prompt: 'Other' })).body).toEqual(later.body)
})

test('tasks of a name run one after another, also after a failure; those of another do not wait', async () => {
  const mutex = createKeyedMutex()
  const heard: string[] = []
  let letFirstEnd = (): void => {}
  const held = new Promise<void>(resolve => {
    letFirstEnd = resolve
  })
  const say =
    (word: string, fails = false) =>
    async () => {
      if (word === 'first') await held
      heard.push(word)
      if (fails) throw new Error(word)
      return word
    }
  const first = mutex.run('a', say('first', true))
  const second = mutex.run('a', say('second'))
  const other = mutex.run('b', say('other'))
  expect(await other).toBe('other')
  await settled()
  expect(heard).toEqual(['other'])
  letFirstEnd()
  await expect(first).rejects.toThrow('first')
  expect(await second).toBe('second')
  expect(heard).toEqual(['other', 'first', 'second'])
})
