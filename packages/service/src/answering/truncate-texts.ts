/** The texts within `room` characters together: each one is truncated to the room that those before it leave. */
export function truncateTexts(texts: readonly string[], room: number): readonly string[] {
  let left = room
  return texts.flatMap(text => {
    const kept = truncate(text, left)
    left -= kept.length
    return kept === '' ? [] : [kept]
  })
}

/**
 * A text of at most `maxLength` characters. A truncated text ends in an ellipsis after a whole word: the beginning of a
 * number or an address could no longer be recognized as one.
 */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const kept = text.slice(0, Math.max(0, maxLength - 1))
  const end = kept
    .slice(-maxEndLength)
    .replace(/\S+$/, '')
    .replace(/\P{L}+$/u, '')
  return maxLength < 1 ? '' : `${kept.slice(0, -maxEndLength)}${end}\u2026`.toWellFormed()
}

/** The maximum distance to search for the end of a word, in characters. */
const maxEndLength = 200
