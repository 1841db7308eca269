import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { createTurns } from '../src/idempotency/turns.ts'
import { askWithKey, countAsked } from './contract/idempotency.ts'
import { type DataFolder, newDataFolder } from './support/data-folder.ts'
import { createBot } from './support/samples.ts'
import { startWorld, type World } from './support/world.ts'

let folder: DataFolder
let world: World | undefined

afterEach(async () => {
  await world?.close()
  folder.remove()
})

test('a request that is repeated takes one credit', async () => {
  folder = await newDataFolder()
  world = await startWorld(folder, { credits: 1 })
  const { api } = world
  const bot = await createBot(api)
  const replies = await Promise.all(Array.from({ length: 5 }, () => askWithKey(api, bot, 'last')))
  expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(201))
  expect((await askWithKey(api, bot, 'another')).status).toBe(402)
  expect(await countAsked(api, bot)).toBe(1)
})

test('a key outlives the service, and stands for another request a day later', async () => {
  folder = await newDataFolder()
  world = await startWorld(folder)
  const bot = await createBot(world.api)
  const first = await askWithKey(world.api, bot, 'k')
  await world.close()
  world = await startWorld(folder)
  expect((await askWithKey(world.api, bot, 'k')).body).toEqual(first.body)
  await world.close()
  const { kysely, close } = await openDatabase(folder)
  await kysely
    .updateTable('idempotency_keys')
    .set({ created_at: new Date(Date.now() - 86_400_000) })
    .execute()
  await close()
  world = await startWorld(folder)
  const later = await askWithKey(world.api, bot, 'k', { prompt: 'Other' })
  expect(later.status).toBe(201)
  expect(later.body.unique_id).not.toBe(first.body.unique_id)
  expect((await askWithKey(world.api, bot, 'k', { prompt: 'Other' })).body).toEqual(later.body)
})

test('turns of a name follow each other, after a failure too; those of another do not wait', async () => {
  folder = { dataFolder: '', remove: () => {} }
  world = undefined
  const inTurn = createTurns()
  const heard: string[] = []
  const say =
    (word: string, fails = false) =>
    async () => {
      await new Promise(resolve => setTimeout(resolve, word === 'first' ? 10 : 0))
      heard.push(word)
      if (fails) throw new Error(word)
      return word
    }
  const first = inTurn('a', say('first', true))
  const second = inTurn('a', say('second'))
  const other = inTurn('b', say('other'))
  await expect(first).rejects.toThrow('first')
  expect(await Promise.all([second, other])).toEqual(['second', 'other'])
  expect(heard).toEqual(['other', 'first', 'second'])
})
