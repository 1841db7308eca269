/** What ends a sentence, with the quotes and brackets that it closes. */
const sentenceEnd = /[.!?\u2026\u3002\uff01\uff1f]+["'\u00bb\u201d\u2019)\]]*\s+/g

/**
 * The sentences of a line of text, in their order, trimmed; none is empty. A full stop after a short word or number is
 * taken for an abbreviation or a date. Takes time in proportion to the text.
 */
export function sentencesOf(line: string): readonly string[] {
  const sentences: string[] = []
  let from = 0
  for (const match of line.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length
    if (!isEnd(line, match.index, end)) continue
    sentences.push(line.slice(from, end).trim())
    from = end
  }
  sentences.push(line.slice(from).trim())
  return sentences.filter(sentence => sentence !== '')
}

/** The next sentence begins with no small letter, and before the stop stands more than `z. B.` or `3. May` has. */
function isEnd(line: string, stop: number, next: number): boolean {
  if (/\p{Ll}/u.test(line.charAt(next))) return false
  if (line.charAt(stop) !== '.') return true
  const word = /[\p{L}\p{N}]*$/u.exec(line.slice(Math.max(0, stop - 12), stop))?.[0] ?? ''
  return word.length > 2 || (word.length === 0 && stop > 0)
}
