import type { Kysely } from 'kysely'
import type { Bot, Scan, Tables } from '../database/tables.ts'

/** The bots that a scan looks through, oldest first: its own, or those that the account had when it began. */
export async function botsOfScan(
  kysely: Kysely<Tables>,
  { account_id, bot_id, started_at }: Scan,
): Promise<readonly string[]> {
  const bots = kysely
    .selectFrom('bots')
    .select('id')
    .where('account_id', '=', account_id)
    .where('deleted_at', 'is', null)
  const rows = await (bot_id === null ? bots.where('created_at', '<=', started_at) : bots.where('id', '=', bot_id))
    .orderBy('sequence')
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether the scan looks through this bot. */
export function isOfScan(bot: Bot, { bot_id, account_id, started_at }: Scan): boolean {
  return bot_id === null ? bot.account_id === account_id && bot.created_at <= started_at : bot.id === bot_id
}
