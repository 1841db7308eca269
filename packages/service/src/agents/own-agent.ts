import type { Account, AgentRow } from '../database/tables.ts'
import { ownRecord } from '../records/own-record.ts'
import type { ServiceContext } from '../service-context.ts'

/** The behaviour model of that id, of a bot of the account. Rejects with a Refusal: 404 where there is none, else 403. */
export async function ownAgent(id: string, account: Account, service: ServiceContext): Promise<AgentRow> {
  const { kysely } = service
  const { record } = await ownRecord(id, account, service, {
    name: 'behavior model',
    find: known => kysely.selectFrom('agents').selectAll().where('id', '=', known).executeTakeFirst(),
  })
  return record
}
