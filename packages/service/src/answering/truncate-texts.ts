/** Texts as long as they fit into `room` characters together, the first ones first; the one that does not is cut. */
export function truncateTexts(texts: readonly string[], room: number): readonly string[] {
  let left = room
  return texts.flatMap(text => {
    const kept = truncate(text, left)
    left -= kept.length
    return kept === '' ? [] : [kept]
  })
}

/**
 * A text of at most `most` characters. One that was cut ends in an ellipsis, behind a whole word: the beginning of a
 * number or an address would no longer be known for what it is.
 */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text
  const kept = text.slice(0, Math.max(0, most - 1))
  const end = kept
    .slice(-longestEnd)
    .replace(/\S+$/, '')
    .replace(/\P{L}+$/u, '')
  return most < 1 ? '' : `${kept.slice(0, -longestEnd)}${end}\u2026`.toWellFormed()
}

/** As much is looked at of where a text is cut, in characters. */
const longestEnd = 200
