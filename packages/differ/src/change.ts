import type { ChangeDetails } from './change-details.ts'
import { type ChangeKind, kinds } from './kinds/index.ts'

/** A difference between the base and the head. */
export interface Change extends ChangeDetails {
  readonly kind: ChangeKind
}

/** What a change says, on one line and in plain words. The words of a text stand in `words`, and follow it. */
export function sentenceOf(change: Change): string {
  return kinds[change.kind].message(change)
}
