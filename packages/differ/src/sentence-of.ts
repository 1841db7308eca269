import type { Change } from './change.ts'
import { kinds } from './kinds/index.ts'

/** What a change says, on one line and in plain words. The words of a text stand in `words`, and follow it. */
export function sentenceOf(change: Change): string {
  return kinds[change.kind].says(change)
}
