import type { Account, Bot, KnowledgeGroup } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { readId } from '../identifiers.ts'
import type { ServiceContext } from '../service-context.ts'

/**
 * The bot's knowledge group of that id. Rejects with a Refusal: 404 where there is none, 403 for another account's, 400
 * for that of another bot.
 */
export async function ownGroup(
  id: string,
  { account, bot }: { readonly account: Account; readonly bot: Bot },
  { kysely, hideForeign }: Pick<ServiceContext, 'kysely' | 'hideForeign'>,
): Promise<KnowledgeGroup> {
  const known = readId(id)
  const found =
    known === undefined
      ? undefined
      : await kysely
          .selectFrom('knowledge_groups')
          .innerJoin('bots', 'bots.id', 'knowledge_groups.bot_id')
          .selectAll('knowledge_groups')
          .select('bots.account_id')
          .where('knowledge_groups.id', '=', known)
          .where('bots.deleted_at', 'is', null)
          .executeTakeFirst()
  const isForeign = found !== undefined && found.account_id !== account.id
  if (found === undefined || (isForeign && hideForeign)) throw new Refusal(404, `Knowledge group "${id}" not found.`)
  if (isForeign) throw new Refusal(403, `No access to the knowledge group "${id}".`)
  if (found.bot_id !== bot.id) {
    throw new Refusal(400, `The knowledge group "${id}" belongs to another bot than "${bot.id}".`)
  }
  const { account_id: _account, ...group } = found
  return group
}
