import type { Account, Bot } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { readId } from '../identifiers.ts'
import type { ServiceContext } from '../service-context.ts'

/** The account's bot of that id. Rejects with a Refusal: 404 where there is none, 403 for another account's. */
export async function ownBot(
  id: string,
  account: Account,
  { lookups, hideForeign }: Pick<ServiceContext, 'lookups' | 'hideForeign'>,
): Promise<Bot> {
  const known = readId(id)
  const bot = known === undefined ? undefined : await lookups.bot(known)
  if (bot?.account_id === account.id) return bot
  if (bot !== undefined && !hideForeign) throw new Refusal(403, `No access to the bot "${id}".`)
  throw unknownBot(id)
}

/** There is no such bot. */
export function unknownBot(id: string): Refusal {
  return new Refusal(404, `Bot "${id}" not found.`)
}
