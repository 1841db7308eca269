import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { newBotDefaults } from '../src/resources/bots/schema.ts'
import type { Transfer } from '../src/resources/transfers/table.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

describeOnDatabases('on %s', databases => {
  test('the database itself rejects a second transfer between two bots while the first runs', async () => {
    const place = await databases.newOwnedPlace()
    const { api, close } = await startWorld(place)
    const [source_bot_id, target_bot_id] = [await createBot(api), await createBot(api)]
    await close()
    const { kysely, ...database } = await openDatabase(place)
    const now = new Date()
    const add = (way: Pick<Transfer, 'source_bot_id' | 'target_bot_id'>, status: Transfer['status']) =>
      kysely
        .insertInto('transfers')
        .values({ ...way, id: randomUUID(), status, created_at: now, updated_at: now })
        .execute()
    const way = { source_bot_id, target_bot_id }
    await add(way, 'SUCCESS')
    await add(way, 'RUNNING')
    await add({ source_bot_id: target_bot_id, target_bot_id: source_bot_id }, 'PENDING')
    await expect(add(way, 'PENDING')).rejects.toMatchObject({ code: '23505', constraint: 'transfers_running' })
    await kysely.updateTable('transfers').set({ status: 'FAILED' }).execute()
    await add(way, 'PENDING')
    await database.close()
  })

  test('of equal transfers of an earlier version that run, the first goes on', async () => {
    const { keyFile: _keyFile, ...place } = await databases.newPlace()
    const { kysely, close } = await openDatabase(place, { asItIs: true })
    await sql`drop schema public cascade`.execute(kysely)
    await sql`create schema public`.execute(kysely)
    await migrate(kysely, '0008-exact-meta')
    const [account_id, bot_id, created_at] = [randomUUID(), randomUUID(), new Date()]
    const account = { id: account_id, email: 'a@b.c', email_folded: 'a@b.c', key_salt: '', key_hash: '', created_at }
    await kysely.insertInto('accounts').values(account).execute()
    const times = { created_at, updated_at: created_at }
    const bot = { ...newBotDefaults, ...times, id: bot_id, account_id, name: 'B', gpt_model: 'llm_provider_a' }
    await kysely.insertInto('bots').values(bot).execute()
    const way = { source_bot_id: bot_id, target_bot_id: bot_id }
    const states = ['FAILED', 'PENDING', 'RUNNING', 'SUCCESS'] as const
    await kysely
      .insertInto('transfers')
      .values(states.map(status => ({ ...way, ...times, id: randomUUID(), status })))
      .execute()
    await migrate(kysely)
    const rows = await kysely.selectFrom('transfers').select('status').orderBy('sequence').execute()
    expect(rows.map(({ status }) => status)).toEqual(['FAILED', 'PENDING', 'FAILED', 'SUCCESS'])
    await close()
  })
})
