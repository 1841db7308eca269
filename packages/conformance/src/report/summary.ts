import type { RowResult } from '../run-rows.ts'

/** Control characters but for tab and line feed, the invisible ones that reorder or hide text, and what is no character. */
const invisible = /(?![\t\n])[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** How many rows came out how. */
export interface Summary {
  readonly passed: number
  /** Includes the rows whose check ended with an error. */
  readonly failed: number
  readonly skipped: number
}

/** Counts results. */
export function summaryOf(results: readonly RowResult[]): Summary {
  const countOf = (kind: RowResult['verdict']['kind']) => results.filter(({ verdict }) => verdict.kind === kind).length
  return { passed: countOf('pass'), failed: countOf('fail') + countOf('error'), skipped: countOf('skipped') }
}

/** Text of a service with nothing in it that could move a cursor, hide what stands there, or break XML. */
export function shown(text: string): string {
  return text
    .toWellFormed()
    .replace(invisible, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
