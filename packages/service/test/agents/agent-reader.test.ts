import { randomUUID } from 'node:crypto'
import { type Kysely, Migrator, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '../../src/database/migrations/all.ts'
import { type Database, openDatabase } from '../../src/database/open-database.ts'
import type { Tables } from '../../src/database/tables.ts'
import { idleAgent } from '../../src/resources/agents/agent.ts'
import { createAgentReader } from '../../src/resources/agents/store.ts'
import { newBotDefaults } from '../../src/resources/bots/schema.ts'
import { newPlace } from '../support/databases.ts'

let database: Database
let kysely: Kysely<Tables>
const migrator = () => new Migrator({ db: kysely, provider: { getMigrations: async () => ({ ...migrations }) } })

beforeAll(async () => {
  database = await openDatabase(await newPlace(), { asItIs: true })
  kysely = database.kysely
  // What came before: without the tables of today.
  await sql`drop schema public cascade`.execute(kysely)
  await sql`create schema public`.execute(kysely)
})

afterAll(() => database.close())

test('bots from before behavior models get one, which is kept until the revision of the bot changes', async () => {
  expect((await migrator().migrateTo('0003-knowledge')).error).toBeUndefined()
  const created_at = new Date('2026-01-02T03:04:05.678Z')
  const account = { id: randomUUID(), email: 'a@example.com', email_folded: 'a@example.com', created_at }
  await kysely
    .insertInto('accounts')
    .values({ ...account, key_salt: 's', key_hash: 'h' })
    .execute()
  const bot = { id: randomUUID(), revision: 1 }
  const settings = { gpt_version: null, embedding_version: null, webhook_url: null, updated_at: created_at, created_at }
  await kysely
    .insertInto('bots')
    .values({ ...newBotDefaults, ...bot, ...settings, account_id: account.id, name: 'B', gpt_model: 'llm_provider_a' })
    .execute()
  expect((await migrator().migrateToLatest()).error).toBeUndefined()

  const read = createAgentReader(kysely)
  const made = await read(bot)
  expect(made).toMatchObject({ ...idleAgent, name: 'Default', is_default: true, is_active: true, created_at })

  const change = (fields: object) => kysely.updateTable('agents').set(fields).where('bot_id', '=', bot.id).execute()
  await change({ greeting_message: 'Hi' })
  expect(await read(bot)).toBe(made)
  expect((await read({ ...bot, revision: 2 })).greeting_message).toBe('Hi')
  await change({ is_active: false, system_behavior_is_enabled: true })
  expect(await read({ ...bot, revision: 3 })).toEqual(idleAgent)
})
