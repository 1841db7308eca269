import type { Subject } from './subject/subject.ts'

/** The kind of requirement in a row. */
type RowKind = 'auth' | 'field' | 'limit' | 'status' | 'error' | 'state' | 'event' | 'versioning' | 'bad input'

/** One requirement of the contract, and its check. */
export interface Row {
  /** Never reused for another requirement. */
  readonly id: string
  /** A method and a path below /api/v1, or what the row concerns instead. */
  readonly operation: string
  readonly kind: RowKind
  /** The requirement, in a sentence. */
  readonly requirement: string
  /** Runs after the others and alone: it disturbs them, or evaluates their results. */
  readonly isLast?: true
  /**
   * Resolves if the requirement is met; rejects with a Mismatch if it is not, with a Skip if that cannot be determined.
   */
  check(subject: Subject): Promise<void>
}

/** The id of a row by its number: 7 is C-007. */
export function rowId(number: number): string {
  return `C-${String(number).padStart(3, '0')}`
}
