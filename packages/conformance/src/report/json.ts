import type { RowResult } from '../run-rows.ts'
import { summarize } from './summary.ts'

/**
 * For programs: the totals, and one record per row in the order of the rows. The duration of a row is left out, because
 * it varies.
 */
export function conformanceJson(results: readonly RowResult[]): object {
  const rows = results.map(({ id, operation, kind, requirement, verdict: { kind: verdict, ...why } }) => {
    return { id, operation, kind, says: requirement, verdict, ...why }
  })
  return { summary: summarize(results), rows }
}
