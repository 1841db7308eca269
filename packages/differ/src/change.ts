import type { ChangeDetails } from './change-details.ts'
import { type ChangeKind, kinds } from './kinds/index.ts'

/** A difference between the base and the head. */
export interface Change extends ChangeDetails {
  readonly kind: ChangeKind
}

/** Describes a change on one line in plain words, followed by the words of a changed text in `words`. */
export function describeChange(change: Change): string {
  return kinds[change.kind].message(change)
}
