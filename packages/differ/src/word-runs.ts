import { diffArrays } from 'diff'
import type { WordRun } from './change.ts'

/** Letters and digits of any script make a word; anything else stands alone. The white space behind belongs to both. */
const token = /\s+|(?:[\p{L}\p{M}\p{N}_]+|[^\s])\s*/gu

/** Beyond so many words that came or went, two texts have too little in common to tell word by word. */
const mostEdits = 200

/**
 * What of two texts stayed, came and went, word by word, in order; what was replaced stands before what replaces it.
 * White space alone counts where nothing else differs.
 */
export function wordRuns(before: string, after: string): readonly WordRun[] {
  const parts = diffArrays(before.match(token) ?? [], after.match(token) ?? [], {
    comparator: (left, right) => left.trimEnd() === right.trimEnd(),
    maxEditLength: mostEdits,
  })
  if (parts === undefined || parts.every(({ added, removed }) => !added && !removed)) return replaced(before, after)
  return parts.map(({ added, removed, value }): WordRun => {
    return { in: added ? 'head' : removed ? 'base' : 'both', text: value.join('') }
  })
}

function replaced(before: string, after: string): readonly WordRun[] {
  const runs: readonly WordRun[] = [
    { in: 'base', text: before },
    { in: 'head', text: after },
  ]
  return runs.filter(({ text }) => text !== '')
}
