import type { Kysely } from 'kysely'
import type { Account } from '../accounts/table.ts'
import type { Tables } from '../database/tables.ts'
import type { Bot } from '../resources/bots/table.ts'
import { createCoalescer } from './coalescer.ts'
import type { Timers } from './timers.ts'

/** Reads single records in batches. */
export interface DataLoaders {
  account(foldedEmail: string): Promise<Account | undefined>
  /** Undefined for a deleted bot. */
  bot(id: string): Promise<Bot | undefined>
  /** Including deleted bots, because their completions are kept. */
  recordedBot(id: string): Promise<Bot | undefined>
}

/** Never caches: each result is read after the call. */
export function createDataLoaders(kysely: Kysely<Tables>, timers: Timers): DataLoaders {
  const accounts = async (emails: readonly string[]) => {
    const rows = await kysely.selectFrom('accounts').selectAll().where('email_folded', 'in', distinct(emails)).execute()
    const found = new Map(rows.map(row => [row.email_folded, row]))
    return emails.map(email => found.get(email))
  }
  const bots = async (ids: readonly string[]) => {
    const rows = await kysely.selectFrom('bots').selectAll().where('id', 'in', distinct(ids)).execute()
    const found = new Map(rows.map(row => [row.id, row]))
    return ids.map(id => found.get(id))
  }
  const recordedBot = createCoalescer(bots, { most: 100, timers })
  return {
    account: createCoalescer(accounts, { most: 100, timers }),
    async bot(id) {
      const bot = await recordedBot(id)
      return bot?.deleted_at === null ? bot : undefined
    },
    recordedBot,
  }
}

function distinct(ids: readonly string[]): string[] {
  return [...new Set(ids)]
}
