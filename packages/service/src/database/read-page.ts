import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** The requested part of a list. */
export interface PageRequest {
  readonly skip: number
  readonly take: number
}

/** The same for a list in the order of creation or the reverse order. */
export interface OrderedPageRequest extends PageRequest {
  readonly order_by: 'asc' | 'desc'
}

/** Reads a page of a query's rows, and counts all of them: two statements. `ordered` is the query in its order. */
export async function readPage<Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, object>,
  ordered: SelectQueryBuilder<Tables, Table, Row>,
  { skip, take }: PageRequest,
) {
  const rows = await ordered.offset(skip).limit(take).execute()
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, meta: { total, skip, take } }
}
