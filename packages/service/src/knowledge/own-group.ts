import type { Account, Bot, KnowledgeGroup } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { ownRecord } from '../records/own-record.ts'
import type { ServiceContext } from '../service-context.ts'

/**
 * The bot's knowledge group of that id. Rejects with a Refusal: 404 where there is none, 403 for another account's, 400
 * for that of another bot.
 */
export async function ownGroup(
  id: string,
  { account, bot }: { readonly account: Account; readonly bot: Bot },
  service: Pick<ServiceContext, 'kysely' | 'lookups' | 'hideForeign'>,
): Promise<KnowledgeGroup> {
  const { record } = await ownRecord(id, account, service, {
    name: 'knowledge group',
    find: known => service.kysely.selectFrom('knowledge_groups').selectAll().where('id', '=', known).executeTakeFirst(),
  })
  if (record.bot_id === bot.id) return record
  throw new Refusal(400, `The knowledge group "${id}" belongs to another bot than "${bot.id}".`)
}
