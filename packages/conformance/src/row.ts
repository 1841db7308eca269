import type { Subject } from './subject/subject.ts'

/** The kind of requirement in a row. */
type RowKind = 'auth' | 'field' | 'limit' | 'status' | 'error' | 'state' | 'event' | 'versioning' | 'bad input'

/** One line of the contract, and how a service is held to it. */
export interface Row {
  /** Never used again for anything else. */
  readonly id: string
  /** A method and a path below /api/v1, or what the row concerns instead. */
  readonly operation: string
  readonly kind: RowKind
  /** The requirement, in a sentence. */
  readonly says: string
  /** Runs after the others and alone: it disturbs them, or looks at what they saw. */
  readonly isLast?: true
  /** Resolves where it holds; rejects with a Mismatch where it does not, with a Skip where that cannot be told. */
  check(subject: Subject): Promise<void>
}

/** The id of a row by its number: 7 is C-007. */
export function rowId(number: number): string {
  return `C-${String(number).padStart(3, '0')}`
}
