import { sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** Says that the bot answers otherwise from now on. Comes last in a transaction, after the scenario's own lock. */
export async function touchBot(transaction: Transaction<Tables>, botId: string): Promise<void> {
  await transaction.updateTable('bots').set({ revision: sql`revision + 1` }).where('id', '=', botId).execute()
}
