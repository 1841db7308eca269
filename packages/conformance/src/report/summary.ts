import type { RowResult } from '../run-rows.ts'

/**
 * Control characters except tab and line feed, invisible characters that reorder or hide text, and invalid characters.
 */
const invisible = /(?![\t\n])[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** The number of rows by result. */
export interface Summary {
  readonly passed: number
  /** Includes the rows whose check ended with an error. */
  readonly failed: number
  readonly skipped: number
}

/** Counts results. */
export function summarize(results: readonly RowResult[]): Summary {
  const countOf = (kind: RowResult['verdict']['kind']) => results.filter(({ verdict }) => verdict.kind === kind).length
  return { passed: countOf('pass'), failed: countOf('fail') + countOf('error'), skipped: countOf('skipped') }
}

/** Text of a service without characters that could move a cursor, hide text, or break XML. */
export function shown(text: string): string {
  return text
    .toWellFormed()
    .replace(invisible, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
