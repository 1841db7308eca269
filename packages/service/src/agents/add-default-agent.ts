import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Bot, Tables } from '../database/tables.ts'

/** Gives a new bot its behaviour model, in which nothing is switched on. Belongs to the transaction that makes the bot. */
export async function addDefaultAgent(transaction: Kysely<Tables>, bot: Bot): Promise<void> {
  const { id: bot_id, created_at } = bot
  await transaction
    .insertInto('agents')
    .values({ id: randomUUID(), bot_id, name: 'Default', is_default: true, created_at, updated_at: created_at })
    .execute()
}
