import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open-database.ts'
import type { Tables } from '../src/database/tables.ts'
import { newBotDefaults } from '../src/resources/bots/schema.ts'
import type { Bot } from '../src/resources/bots/table.ts'
import { foldJournalCounts } from '../src/resources/completions/journal-counts.ts'
import { readCompletionPage } from '../src/resources/completions/journal-store.ts'
import type { Completion } from '../src/resources/completions/table.ts'
import { readPeriod } from '../src/resources/listing.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'

const dayMs = 24 * 60 * 60 * 1000
const lastDay = Date.UTC(2026, 4, 20)
const statuses = ['SUCCESS', 'SUCCESS', 'SUCCESS', 'ERROR', 'PENDING', 'OPERATOR', 'PROCESSING'] as const

describeOnDatabases('on %s', databases => {
  test('a page has the rows and the total of its filter, after every change of the completions', async () => {
    const { keyFile: _keyFile, ...place } = await databases.newPlace()
    const { kysely, close } = await openDatabase(place)
    const [one, other] = await addBots(kysely)
    // On the first of five days, there are more than on all others.
    const rows = Array.from({ length: 2000 }, (_, index) => ({
      bot: index % 5 === 0 ? other : one,
      status: statuses[index % statuses.length],
      created_at: new Date(lastDay - (index < 1200 ? 4 : index % 4) * dayMs + ((index * 7919) % dayMs)),
    }))
    await addCompletions(kysely, rows)
    await expectExact(kysely, [one, other])

    // Concurrent changes of the same counts.
    const ids = (await kysely.selectFrom('completions').select('id').orderBy('sequence').execute()).map(({ id }) => id)
    const change = (from: number, status: 'SUCCESS' | 'ERROR') =>
      kysely
        .updateTable('completions')
        .set({ status })
        .where('id', 'in', ids.slice(from, from + 200))
        .execute()
    await Promise.all([0, 100, 200, 300, 400].map((from, index) => change(from, index % 2 === 0 ? 'SUCCESS' : 'ERROR')))
    const elsewhere = { created_at: new Date(lastDay - 40 * dayMs) }
    await kysely.updateTable('completions').set(elsewhere).where('id', 'in', ids.slice(500, 520)).execute()
    await kysely.deleteFrom('completions').where('id', 'in', ids.slice(1300)).execute()
    await expectExact(kysely, [one, other])

    const fold = () => foldJournalCounts(kysely, new Date(lastDay))
    await Promise.all([fold(), fold()])
    await expectExact(kysely, [one, other])
    await fold()
    const past = await kysely
      .selectFrom('journal_counts')
      .selectAll()
      .where('day', '<', lastDay / dayMs)
      .execute()
    expect(past.filter(({ shard, total }) => shard !== 0 || total < 1)).toEqual([])
    await expectExact(kysely, [one, other])
    await close()
  })

  test('a page far from the newest row neither counts rows nor skips those of other days', async () => {
    const { keyFile: _keyFile, ...place } = await databases.newPlace()
    const statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
    const { kysely, close } = await openDatabase(place, { onStatement: ({ query }) => statements.push(query) })
    const [bot] = await addBots(kysely)
    const created = (index: number) => new Date(lastDay - (index % 10) * dayMs + index)
    const rows = Array.from({ length: 3000 }, (_, index) => ({ bot, status: 'SUCCESS', created_at: created(index) }))
    await addCompletions(kysely, rows)
    statements.length = 0
    const period = readPeriod(undefined, undefined)
    const { meta } = await readCompletionPage(kysely, ofAccount(bot), { bot, period, skip: 1790, take: 10 })
    expect(meta.total).toBe(3000)
    expect(statements.filter(({ sql: text }) => text.includes('count(*)'))).toEqual([])
    const skipping = statements.filter(({ sql: text }) => text.includes('offset'))
    expect(skipping).toHaveLength(1)
    // Of 300 rows of that day, 290 are newer.
    expect(skipping[0]?.parameters).toContain(9)
    expect(skipping[0]?.parameters).not.toContain(1790)
    await close()
  })

  test('completions of an earlier version are counted', async () => {
    const { keyFile: _keyFile, ...place } = await databases.newPlace()
    const { kysely, close } = await openDatabase(place, { asItIs: true })
    await sql`drop schema public cascade`.execute(kysely)
    await sql`create schema public`.execute(kysely)
    await migrate(kysely, '0010-erasure')
    const bots = await addBots(kysely)
    const created_at = new Date(lastDay)
    await addCompletions(
      kysely,
      Array.from({ length: 30 }, (_, index) => ({ bot: bots[index % 2], status: statuses[index % 7], created_at })),
    )
    await migrate(kysely)
    await expectExact(kysely, bots)
    await close()
  })
})

async function addBots(kysely: Kysely<Tables>): Promise<readonly [Bot, Bot]> {
  const [account_id, now] = [randomUUID(), new Date(lastDay)]
  const account = { id: account_id, email: 'a@b.c', email_folded: 'a@b.c', key_salt: '', key_hash: '', created_at: now }
  await kysely.insertInto('accounts').values(account).execute()
  const add = (name: string) => {
    const row = { ...newBotDefaults, id: randomUUID(), account_id, name, gpt_model: 'llm_provider_a' }
    return kysely
      .insertInto('bots')
      .values({ ...row, created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  return [await add('One'), await add('Other')]
}

interface NewRow {
  readonly bot: Bot | undefined
  readonly status: string | undefined
  readonly created_at: Date
}

async function addCompletions(kysely: Kysely<Tables>, rows: readonly NewRow[]): Promise<void> {
  const values = rows.map(({ bot, status = 'SUCCESS', created_at }) => ({
    id: randomUUID(),
    account_id: bot?.account_id ?? '',
    bot_id: bot?.id ?? '',
    prompt: 'x',
    mode: 'SUPPORT' as const,
    is_depersonalize: false,
    status: status as Completion['status'],
    created_at,
    updated_at: created_at,
  }))
  for (let from = 0; from < values.length; from += 500) {
    await kysely
      .insertInto('completions')
      .values(values.slice(from, from + 500))
      .execute()
  }
}

const ofAccount = ({ account_id }: Bot) => ({ id: account_id }) as Parameters<typeof readCompletionPage>[1]

/** Compares pages of several filters with all rows. */
async function expectExact(kysely: Kysely<Tables>, [one, other]: readonly [Bot, Bot]): Promise<void> {
  const rows = await kysely.selectFrom('completions').selectAll().execute()
  rows.sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || b.sequence - a.sequence)
  const periods = [{}, readPeriod('2026-05-17', '2026-05-18'), readPeriod('2026-05-19', undefined)]
  for (const bot of [undefined, one, other]) {
    for (const status of [undefined, 'SUCCESS', 'OPERATOR', 'PENDING', 'NONE']) {
      for (const period of periods) {
        const fitting = rows.filter(
          row =>
            (bot === undefined || row.bot_id === bot.id) &&
            (status === undefined || row.status === status) &&
            ('from' in period ? row.created_at >= period.from : true) &&
            ('before' in period ? row.created_at < period.before : true),
        )
        for (const skip of new Set([0, 190, 450, fitting.length - 5].filter(value => value >= 0))) {
          const page = await readCompletionPage(kysely, ofAccount(one), { bot, status, period, skip, take: 10 })
          expect(page.meta).toEqual({ total: fitting.length, skip, take: 10 })
          expect(page.rows.map(({ id }) => id)).toEqual(fitting.slice(skip, skip + 10).map(({ id }) => id))
        }
      }
    }
  }
}
