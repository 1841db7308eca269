import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Bot, KnowledgeGroup, Tables } from '../database/tables.ts'

/** The bot's knowledge group of that name, made where there is none. */
export async function groupOfName(kysely: Kysely<Tables>, bot: Bot, name: string, now: Date): Promise<KnowledgeGroup> {
  const found = kysely.selectFrom('knowledge_groups').selectAll().where('bot_id', '=', bot.id).where('name', '=', name)
  const known = await found.executeTakeFirst()
  if (known !== undefined) return known
  await kysely
    .insertInto('knowledge_groups')
    .values({ id: randomUUID(), bot_id: bot.id, name, created_at: now })
    .onConflict(conflict => conflict.columns(['bot_id', 'name']).doNothing())
    .execute()
  return found.executeTakeFirstOrThrow()
}
