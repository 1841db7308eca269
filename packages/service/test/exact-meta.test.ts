import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { newBotDefaults } from '../src/resources/bots/schema.ts'
import { kindsOfDatabase, tellLeftOut } from './support/databases.ts'

const meta = '{ "b": -0, "a": 12345678901234567890 }'

describe.each(kindsOfDatabase)('on %s', (_name, databases) => {
  test('the meta of completions of an earlier version does not change', async () => {
    const { keyFile: _keyFile, ...place } = await databases.newPlace()
    const { kysely, close } = await openDatabase(place, { asItIs: true })
    await sql`drop schema public cascade`.execute(kysely)
    await sql`create schema public`.execute(kysely)
    await migrate(kysely, '0007-records')
    const [account_id, bot_id, times] = [randomUUID(), randomUUID(), { created_at: new Date(), updated_at: new Date() }]
    await kysely
      .insertInto('accounts')
      .values({
        id: account_id,
        email: 'a@b.c',
        email_folded: 'a@b.c',
        key_salt: '',
        key_hash: '',
        created_at: new Date(),
      })
      .execute()
    const bot = { ...newBotDefaults, ...times, id: bot_id, account_id, name: 'B', gpt_model: 'llm_provider_a' }
    await kysely.insertInto('bots').values(bot).execute()
    const completion = { ...times, account_id, bot_id, prompt: 'Hi', mode: 'SUPPORT', is_depersonalize: false } as const
    await kysely
      .insertInto('completions')
      .values([meta, null].map(text => ({ ...completion, id: randomUUID(), meta: text })))
      .execute()
    await migrate(kysely)
    const rows = await kysely.selectFrom('completions').select('meta').orderBy('sequence').execute()
    expect(rows).toEqual([{ meta }, { meta: null }])
    await close()
  })
})

tellLeftOut()
