import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../src/database/open-database.ts'
import { newBotDefaults } from '../src/resources/bots/schema.ts'
import { requireIdle } from '../src/resources/bots/store.ts'
import type { Bot } from '../src/resources/bots/table.ts'
import { newOwnedPlace } from './support/databases.ts'

const jobs = ['answer', 'delivery', 'scan', 'transfer'] as const

let database: Database
let busy: Bot
let other: Bot

beforeAll(async () => {
  database = await openDatabase(await newOwnedPlace())
  const accounts = await database.kysely.selectFrom('accounts').select('id').execute()
  const [one, two] = await Promise.all(accounts.map(({ id }) => addBot(id)))
  if (one === undefined || two === undefined) throw new Error('The bots were not made.')
  busy = one
  other = two
})

afterAll(async () => {
  await database.close()
})

async function addBot(account_id: string): Promise<Bot> {
  const now = new Date()
  const times = { created_at: now, updated_at: now }
  const names = { name: 'B', gpt_model: 'llm_provider_a', webhook_secret: 'whsec_' }
  const row = { ...newBotDefaults, ...names, ...times, id: randomUUID(), account_id, webhook_url: null }
  return database.kysely.insertInto('bots').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The jobs that a bot's deletion is refused for. */
async function refused(bot: Bot): Promise<readonly string[]> {
  const found = await Promise.all(
    jobs.map(job =>
      requireIdle(database.kysely, bot, [job]).then(
        () => [],
        error => [`${job} ${error.status}`],
      ),
    ),
  )
  return found.flat()
}

async function addScan(bot_id: string | null): Promise<void> {
  const scope = bot_id === null ? 'GLOBAL' : 'BOT'
  await database.kysely
    .insertInto('scans')
    .values({
      id: randomUUID(),
      account_id: busy.account_id,
      bot_id,
      scope,
      kind: 'SEMANTIC',
      status: 'RUNNING',
      started_at: new Date(),
    })
    .execute()
}

async function addTransfer(source_bot_id: string, target_bot_id: string): Promise<void> {
  const now = new Date()
  const bots = { source_bot_id, target_bot_id, created_at: now, updated_at: now }
  await database.kysely
    .insertInto('transfers')
    .values({ ...bots, id: randomUUID(), status: 'PENDING' })
    .execute()
}

test('nothing is rejected when idle', async () => {
  expect([await refused(busy), await refused(other)]).toEqual([[], []])
})

test.each([
  ['a scan of the bot', () => addScan(busy.id), [['scan 409'], []]],
  ['a scan of all bots of the account', () => addScan(null), [['scan 409'], []]],
  ['a transfer from the bot', () => addTransfer(busy.id, other.id), [['transfer 409'], ['transfer 409']]],
  ['a transfer to the bot', () => addTransfer(other.id, busy.id), [['transfer 409'], ['transfer 409']]],
])('%s is running', async (_name, begin, expected) => {
  await begin()
  expect([await refused(busy), await refused(other)]).toEqual(expected)
  await database.kysely.updateTable('scans').set({ status: 'COMPLETED' }).execute()
  await database.kysely.updateTable('transfers').set({ status: 'FAILED' }).execute()
  expect(await refused(busy)).toEqual([])
})

test('a completion waits for its answer, then for its delivery', async () => {
  const { kysely } = database
  const id = randomUUID()
  const now = new Date()
  const asked = { account_id: busy.account_id, bot_id: busy.id, prompt: 'P', mode: 'PROMPTER', is_depersonalize: false }
  await kysely
    .insertInto('completions')
    .values({ ...asked, mode: 'PROMPTER', id, created_at: now, updated_at: now })
    .execute()
  expect(await refused(busy)).toEqual(['answer 409'])
  await kysely.updateTable('completions').set({ status: 'SUCCESS' }).execute()
  await kysely
    .insertInto('deliveries')
    .values({ completion_id: id, bot_id: busy.id, body: '{}', due_at: now })
    .execute()
  expect(await refused(busy)).toEqual(['delivery 409'])
  await kysely.deleteFrom('deliveries').execute()
  expect([await refused(busy), await refused(other)]).toEqual([[], []])
})
