import { type Kysely, sql } from 'kysely'
import type { Account } from '../accounts/table.ts'
import type { Tables } from '../database/tables.ts'
import type { Bot } from '../resources/bots/table.ts'
import { createCoalescer } from './coalescer.ts'
import type { Pace } from './pace.ts'
import type { Timers } from './timers.ts'

/** Who sends a request, and the bot that it names. */
export interface Caller {
  readonly account: Account | undefined
  /** It may belong to another account. Undefined for a deleted bot. */
  readonly bot: Bot | undefined
}

/** A bot, and when it was read, in milliseconds of the timers. */
export interface ReadBot {
  readonly bot: Bot
  readonly readAt: number
}

/** Reads single records in batches. */
export interface DataLoaders {
  /** The account with that e-mail address and, if an id is given, that bot: with one statement. */
  caller(foldedEmail: string, botId?: string): Promise<Caller>
  /** Undefined for a deleted bot. */
  bot(id: string): Promise<Bot | undefined>
  /** Including deleted bots, because their completions are kept. */
  recordedBot(id: string): Promise<Bot | undefined>
}

/** Never caches: each result is read after the call. */
export function createDataLoaders(kysely: Kysely<Tables>, timers: Timers, pace: Pace): DataLoaders {
  const callers = async (asked: readonly Asked[]): Promise<Caller[]> => {
    const rows = await readCallers(kysely, asked)
    const accounts = new Map(rows.map(({ bot: _, ...account }) => [account.email_folded, account]))
    const found = new Map(rows.flatMap(({ bot }) => (bot === null ? [] : [[bot.id, botOf(bot)] as const])))
    return asked.map(({ email, botId }) => ({
      account: accounts.get(email),
      bot: botId === undefined ? undefined : found.get(botId),
    }))
  }
  const bots = async (ids: readonly string[]) => {
    const rows = await kysely.selectFrom('bots').selectAll().where('id', 'in', distinct(ids)).execute()
    const found = new Map(rows.map(row => [row.id, row]))
    return ids.map(id => found.get(id))
  }
  const recordedBot = createCoalescer(bots, { maxItems: 100, timers })
  const caller = createCoalescer(callers, { maxItems: 100, timers, pace })
  return {
    caller: (email, botId) => caller({ email, botId }),
    async bot(id) {
      const bot = await recordedBot(id)
      return bot?.deleted_at === null ? bot : undefined
    },
    recordedBot,
  }
}

interface Asked {
  readonly email: string
  readonly botId: string | undefined
}

/** A row as the database writes it in JSON. */
type JsonRow<Row> = { readonly [Column in keyof Row]: Row[Column] extends Date ? string : Row[Column] }

type CallerRow = Account & { readonly bot: JsonRow<Bot> | null }

/** The accounts, each with the bot that is asked for with it, once for each such pair. */
async function readCallers(kysely: Kysely<Tables>, asked: readonly Asked[]): Promise<readonly CallerRow[]> {
  const emails = distinct(asked.map(({ email }) => email))
  if (asked.every(({ botId }) => botId === undefined)) {
    const accounts = await kysely.selectFrom('accounts').selectAll().where('email_folded', 'in', emails).execute()
    return accounts.map(account => ({ bot: null, ...account }))
  }
  const pairs = new Map(asked.map(({ email, botId }) => [`${botId} ${email}`, { email, bot: botId }]))
  // Subqueries with limits, because the planner would read whole tables for the rows that it expects in the JSON.
  const { rows } = await sql<CallerRow>`
    select account.*, (select to_json(bots) from bots where id = asked.bot and deleted_at is null) as bot
    from json_to_recordset(${JSON.stringify([...pairs.values()])}::json) as asked(email text, bot uuid)
    cross join lateral (select * from accounts where email_folded = asked.email limit 1) account
  `.execute(kysely)
  return rows
}

function botOf(row: JsonRow<Bot>): Bot {
  return { ...row, created_at: new Date(row.created_at), updated_at: new Date(row.updated_at) }
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}
