import type { Account, Bot } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { readId } from '../identifiers.ts'
import type { ServiceContext } from '../service-context.ts'

/** A kind of record that belongs to a bot. */
interface Kind<Row> {
  /** As a message calls it. */
  readonly name: string
  find(id: string): Promise<Row | undefined>
}

/**
 * The record of that id, of a bot of the account, with the bot. Rejects with a Refusal: 404 where there is none, or its
 * bot was deleted; 403 for another account's.
 */
export async function ownRecord<Row extends { readonly bot_id: string }>(
  id: string,
  account: Account,
  { lookups, hideForeign }: Pick<ServiceContext, 'lookups' | 'hideForeign'>,
  { name, find }: Kind<Row>,
): Promise<{ readonly record: Row; readonly bot: Bot }> {
  const known = readId(id)
  const record = known === undefined ? undefined : await find(known)
  const bot = record === undefined ? undefined : await lookups.bot(record.bot_id)
  if (record !== undefined && bot?.account_id === account.id) return { record, bot }
  if (bot !== undefined && !hideForeign) throw new Refusal(403, `No access to the ${name} "${id}".`)
  throw new Refusal(404, `There is no ${name} "${id}".`)
}
