import { diffArrays } from 'diff'
import type { WordRun } from './change-details.ts'

/**
 * The pattern of a word: letters and digits of any script, with a sign between two of them: "don't", "3-5", "14:00". An
 * emoji of several characters is one word; any other character is a word by itself. A word includes the white space
 * after it.
 */
const letters = '[\\p{L}\\p{M}\\p{N}_]+'
const word = `${letters}(?:['\u2019\u2010\u2011\\-.,:/@]${letters})*`
const emoji = '\\p{Extended_Pictographic}(?:[\\p{M}\\p{Emoji_Modifier}]|\u200d\\p{Extended_Pictographic})*'
const token = new RegExp(`\\s+|(?:${word}|${emoji}|[^\\s])\\s*`, 'gu')

/** With more added or removed words than this, two texts have too little in common for a comparison by words. */
const maxEdits = 200

/**
 * Compares two texts word by word and returns the kept, added and removed words in order; removed words come before
 * their replacements. White space counts only if nothing else differs.
 */
export function diffWords(before: string, after: string): readonly WordRun[] {
  if (before === '' || after === '') return replaced(before, after)
  const tokens = before.match(token) ?? []
  const parts = diffArrays(tokens, after.match(token) ?? [], {
    comparator: (left, right) => left.trimEnd() === right.trimEnd(),
    maxEditLength: maxEdits,
  })
  if (parts === undefined || parts.every(({ added, removed }) => !added && !removed)) return replaced(before, after)
  let at = 0
  const pieces = parts.map(({ added, removed, value }): Piece => {
    const text = value.join('')
    if (added) return { base: '', head: text }
    const own = tokens.slice(at, at + value.length).join('')
    at += value.length
    return removed ? { base: own, head: '' } : { both: text, base: own }
  })
  return readable(pieces)
}

/** Unchanged words, with the white space of both sides; or an edit with the old and the new words. */
type Piece = { readonly both: string; readonly base: string } | { readonly base: string; readonly head: string }

/** The maximum length of unchanged words within one edit: "3 to 5" became "5 to 7". In characters. */
const fewWords = 12

function readable(all: readonly Piece[]): readonly WordRun[] {
  const pieces: Piece[] = []
  for (const piece of all) {
    pieces.push(piece)
    for (let merged = mergedEnd(pieces); merged !== undefined; merged = mergedEnd(pieces)) {
      pieces.splice(-merged.count, merged.count, merged.edit)
    }
  }
  return pieces.flatMap((piece): readonly WordRun[] =>
    'both' in piece ? [{ in: 'both', text: piece.both }] : replaced(piece.base, piece.head),
  )
}

/** The edit that the last pieces form together, and the number of these pieces. */
function mergedEnd(pieces: readonly Piece[]): { readonly edit: Piece; readonly count: number } | undefined {
  const [last, middle, first] = [pieces.at(-1), pieces.at(-2), pieces.at(-3)]
  if (last === undefined || middle === undefined || 'both' in last) return undefined
  if (!('both' in middle)) {
    return { count: 2, edit: { base: middle.base + last.base, head: middle.head + last.head } }
  }
  const { both, base } = middle
  if (first === undefined || 'both' in first || both.includes('\n')) return undefined
  const length = both.trim().length
  const isShort = (edit: { readonly base: string; readonly head: string }) =>
    Math.max(edit.base.trim().length, edit.head.trim().length) < length
  if (length > fewWords || isShort(first) || isShort(last)) return undefined
  return { count: 3, edit: { base: first.base + base + last.base, head: first.head + both + last.head } }
}

function replaced(before: string, after: string): readonly WordRun[] {
  const runs: readonly WordRun[] = [
    { in: 'base', text: before },
    { in: 'head', text: after },
  ]
  return runs.filter(({ text }) => text !== '')
}
