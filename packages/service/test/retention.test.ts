import { expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { removeOld, sliceSize } from '../src/jobs/retention.ts'
import { answered } from './support/answered.ts'
import { newOwnedPlace } from './support/databases.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

const dayMs = 24 * 60 * 60 * 1000

test('expired records are deleted in slices, except those still to be delivered or referenced', async () => {
  const place = await newOwnedPlace()
  const world = await startWorld(place)
  const { api } = world
  const bot = await createBot(api)
  const receiver = await startReceiver(() => ({ status: 503, headers: { 'retry-after': '3600' } }))
  const waiting = await createBot(api, { webhook_url: receiver.url })
  const attach = async (name: string) => (await api('POST', '/attachments', { name, content: 'x' })).body.unique_id
  const [named, unnamed] = [await attach('named'), await attach('unnamed')]
  await answered(api, bot, { prompt: 'Old', attachment_ids: [named] })
  const young = await answered(api, bot, { prompt: 'Young', attachment_ids: [named] })
  const undelivered = await answered(api, waiting, { prompt: 'Undelivered' })
  await receiver.waitFor(1)
  await world.close()
  await receiver.close()

  const { kysely, close } = await openDatabase(place)
  const [sample] = await kysely.selectFrom('completions').selectAll().where('prompt', '=', 'Old').execute()
  if (sample === undefined) throw new Error('The completion is not there.')
  const { sequence: _sequence, ...row } = sample
  const many = Array.from({ length: sliceSize + 1 }, (_, index) => ({
    ...row,
    meta: null,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }))
  await kysely.insertInto('completions').values(many).execute()
  const old = new Date(Date.now() - 2 * dayMs)
  await kysely.updateTable('completions').set({ created_at: old }).where('id', '<>', young.unique_id).execute()
  await kysely.updateTable('attachments').set({ created_at: old }).execute()

  expect(await removeOld(kysely, 3 * dayMs, new Date())).toBe(false)
  expect(await removeOld(kysely, dayMs, new Date())).toBe(true)
  expect(await removeOld(kysely, dayMs, new Date())).toBe(false)
  const left = await kysely.selectFrom('completions').select('id').orderBy('sequence').execute()
  expect(left.map(({ id }) => id)).toEqual([young.unique_id, undelivered.unique_id])
  const usages = await kysely.selectFrom('token_usages').select('completion_id').execute()
  expect(usages.map(({ completion_id }) => completion_id).sort()).toEqual(left.map(({ id }) => id).sort())
  const attachments = await kysely.selectFrom('attachments').select('id').execute()
  expect(attachments).toEqual([{ id: named }])
  expect(unnamed).not.toBe(named)
  await close()
})

test('a service automatically deletes data that is older than its limit', async () => {
  const place = await newOwnedPlace()
  const past = () => new Date(Date.now() - 2 * dayMs)
  const world = await startWorld(place, { clock: past })
  const bot = await createBot(world.api)
  await answered(world.api, bot, { prompt: 'Old' })
  await world.close()
  const { api, close } = await startWorld(place, { retentionDays: 1 })
  await until(async () => (await api('GET', '/completion-log/journal')).body.meta.total === 0)
  await close()
})
