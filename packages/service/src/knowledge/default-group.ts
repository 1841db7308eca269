import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** The name of the group that every bot has. */
export const defaultGroupName = 'default'

/** Makes the group that every bot has, unless it is there: a bot gets it when its groups are first asked about. */
export async function ensureDefaultGroup(kysely: Kysely<Tables>, botId: string, now: Date): Promise<void> {
  const found = await kysely
    .selectFrom('knowledge_groups')
    .select('id')
    .where('bot_id', '=', botId)
    .where('name', '=', defaultGroupName)
    .executeTakeFirst()
  if (found !== undefined) return
  await kysely
    .insertInto('knowledge_groups')
    .values({ id: randomUUID(), bot_id: botId, name: defaultGroupName, created_at: now })
    .onConflict(conflict => conflict.columns(['bot_id', 'name']).doNothing())
    .execute()
}
