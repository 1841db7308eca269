import type { RowResult } from '../run-rows.ts'
import { summaryOf } from './summary.ts'

/** For programs: the sum, and a record a row in the order of the rows. How long a row took is left out: it is never twice the same. */
export function conformanceJson(results: readonly RowResult[]): object {
  const rows = results.map(({ id, operation, kind, says, verdict: { kind: verdict, ...why } }) => {
    return { id, operation, kind, says, verdict, ...why }
  })
  return { summary: summaryOf(results), rows }
}
