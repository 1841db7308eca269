import type { RowResult } from '../run-rows.ts'

/** How many rows came out how. */
export interface Summary {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Counts results. */
export function summaryOf(results: readonly RowResult[]): Summary {
  const countOf = (kind: RowResult['verdict']['kind']) => results.filter(({ verdict }) => verdict.kind === kind).length
  return { passed: countOf('pass'), failed: countOf('fail'), skipped: countOf('skipped') }
}
