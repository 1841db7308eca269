import type { Account, Scan } from '../database/tables.ts'
import { Refusal } from '../http/refusal.ts'
import { noId, readId } from '../identifiers.ts'
import type { ServiceContext } from '../service-context.ts'

/** The account's scan of that id. Rejects with a Refusal: 404 where there is none, 403 for another account's. */
export async function ownScan(
  id: string,
  account: Account,
  { kysely, hideForeign }: Pick<ServiceContext, 'kysely' | 'hideForeign'>,
): Promise<Scan> {
  const scan = await kysely
    .selectFrom('scans')
    .selectAll()
    .where('id', '=', readId(id) ?? noId)
    .executeTakeFirst()
  if (scan?.account_id === account.id) return scan
  if (scan !== undefined && !hideForeign) throw new Refusal(403, `No access to the scan "${id}".`)
  throw unknownScan(id)
}

/** There is no such scan. */
export function unknownScan(id: string): Refusal {
  return new Refusal(404, `Scan "${id}" not found.`)
}
