import type { Kysely, Transaction } from 'kysely'
import type { Account, Bot, BotFunction, Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { ownRecord } from '../records/own-record.ts'
import type { ServiceContext } from '../service-context.ts'

/** The function of that id, of a bot of the account. Rejects with a Refusal: 404 where there is none, else 403. */
export function ownFunction(
  id: string,
  account: Account,
  service: ServiceContext,
): Promise<{ readonly record: BotFunction; readonly bot: Bot }> {
  return ownRecord(id, account, service, {
    name: 'function',
    find: known => queryOf(known, service.kysely).executeTakeFirst(),
  })
}

/** The function as it is now, locked until the end of the transaction. Rejects with a Refusal 404. */
export async function lockFunction({ id }: BotFunction, transaction: Transaction<Tables>): Promise<BotFunction> {
  const locked = await queryOf(id, transaction).forUpdate().executeTakeFirst()
  if (locked === undefined) throw new Refusal(404, `There is no function "${id}".`)
  return locked
}

function queryOf(id: string, kysely: Kysely<Tables>) {
  return kysely.selectFrom('functions').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
}
