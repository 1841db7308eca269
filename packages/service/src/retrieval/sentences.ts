const enders: ReadonlySet<string> = new Set('.!?\u2026\u3002\uff01\uff1f')
/** Quotes and brackets that a sentence closes after its end. */
const closers: ReadonlySet<string> = new Set('"\'\u00bb\u201d\u2019)]')
/** So many of either are looked at: signs without end must not take time without end. */
const mostSigns = 4

/**
 * The sentences of a line of text, in their order, trimmed; none is empty. A full stop after a short word or number is
 * taken for an abbreviation or a date. The time between two of them is short.
 */
export function* sentencesOf(line: string): Generator<string> {
  let from = 0
  for (const { index, 0: space } of line.matchAll(/\s+/g)) {
    if (!isEnd(line, index, index + space.length)) continue
    const sentence = line.slice(from, index).trim()
    if (sentence !== '') yield sentence
    from = index + space.length
  }
  const last = line.slice(from).trim()
  if (last !== '') yield last
}

/** What goes on begins with no small letter, and before the stop stands more than `z. B.` or `3. May` has. */
function isEnd(line: string, space: number, next: number): boolean {
  const closed = skipBack(line, space, closers)
  const stop = skipBack(line, closed, enders)
  if (stop === closed || /\p{Ll}/u.test(line.charAt(next))) return false
  if (line.slice(stop, closed) !== '.') return true
  const word = /[\p{L}\p{N}]*$/u.exec(line.slice(Math.max(0, stop - 12), stop))?.[0] ?? ''
  return word.length > 2 || (word.length === 0 && stop > 0)
}

/** Where the last few signs before `end` begin that are among `signs`. */
function skipBack(line: string, end: number, signs: ReadonlySet<string>): number {
  let start = end
  while (start > 0 && end - start < mostSigns && signs.has(line.charAt(start - 1))) start--
  return start
}
