import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Account } from '../../accounts/table.ts'
import { type PageRequest, readPage } from '../../database/read-page.ts'
import type { Tables } from '../../database/tables.ts'
import { HttpError } from '../../http/http-error.ts'
import type { ServiceContext } from '../../runtime/service-context.ts'
import { requireRecord } from '../bots/store.ts'
import type { Bot } from '../bots/table.ts'
import type { KnowledgeGroup } from './table.ts'

/**
 * The bot's knowledge group with that id. Rejects with an HttpError: 404 if there is none, 403 for another account's,
 * 400 for another bot's.
 */
export async function requireGroup(
  id: string,
  { account, bot }: { readonly account: Account; readonly bot: Bot },
  service: Pick<ServiceContext, 'kysely' | 'loaders' | 'maskForbidden'>,
): Promise<KnowledgeGroup> {
  const { record } = await requireRecord(id, account, service, {
    name: 'knowledge group',
    find: known => service.kysely.selectFrom('knowledge_groups').selectAll().where('id', '=', known).executeTakeFirst(),
  })
  if (record.bot_id === bot.id) return record
  throw new HttpError(400, `The knowledge group "${id}" does not belong to the bot "${bot.id}".`)
}

/** The name of the group that every bot has. */
export const defaultGroupName = 'default'

/** Adds a knowledge group. Undefined if its bot already has one with that name. */
export function addGroup(
  kysely: Kysely<Tables>,
  row: Pick<KnowledgeGroup, 'bot_id' | 'name' | 'created_at'>,
): Promise<KnowledgeGroup | undefined> {
  return kysely
    .insertInto('knowledge_groups')
    .values({ id: randomUUID(), ...row })
    .onConflict(conflict => conflict.columns(['bot_id', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** A page of the knowledge groups of a bot, oldest first. */
export function readGroupPage(kysely: Kysely<Tables>, bot: Bot, page: PageRequest) {
  const groups = kysely.selectFrom('knowledge_groups').where('bot_id', '=', bot.id)
  return readPage(groups, groups.select(['id', 'name']).orderBy('sequence'), page)
}

/** The bot's knowledge group with that name, created if there is none. */
export async function groupOfName(kysely: Kysely<Tables>, bot: Bot, name: string, now: Date): Promise<KnowledgeGroup> {
  const found = kysely.selectFrom('knowledge_groups').selectAll().where('bot_id', '=', bot.id).where('name', '=', name)
  const known = await found.executeTakeFirst()
  const group = known ?? (await addGroup(kysely, { bot_id: bot.id, name, created_at: now }))
  return group ?? found.executeTakeFirstOrThrow()
}
