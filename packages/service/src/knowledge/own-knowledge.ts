import type { Kysely, Transaction } from 'kysely'
import type { Account, Bot, Knowledge, Tables } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { ownRecord } from '../records/own-record.ts'
import type { ServiceContext } from '../service-context.ts'

/** The document of that id, of a bot of the account. Rejects with a Refusal: 404 where there is none, else 403. */
export function ownKnowledge(
  id: string,
  account: Account,
  service: ServiceContext,
): Promise<{ readonly record: Knowledge; readonly bot: Bot }> {
  return ownRecord(id, account, service, {
    name: 'document',
    find: known => queryOf(known, service.kysely).executeTakeFirst(),
  })
}

/** The document as it is once its bot's knowledge is locked. Rejects with a Refusal 404. */
export async function currentKnowledge(
  { id }: Pick<Knowledge, 'id'>,
  transaction: Transaction<Tables>,
): Promise<Knowledge> {
  const current = await queryOf(id, transaction).executeTakeFirst()
  if (current === undefined) throw new Refusal(404, `There is no document "${id}".`)
  return current
}

function queryOf(id: string, kysely: Kysely<Tables>) {
  return kysely.selectFrom('knowledges').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
}
