import { isAscii } from './fold.ts'

/** The characters of a message that are scored: a longer one is scored by its beginning, so that time is bounded. */
const scoredLength = 2_000

const gramLengths = [3, 4] as const

/**
 * The words of a text in its own order, folded: runs of letters, marks and digits. Apostrophes are set aside, so that
 * `where's` is `wheres`; any other sign parts words. Looks at the first 2,000 characters, white space before them aside.
 */
export function wordsOf(text: string): readonly string[] {
  const scored = text.trimStart().slice(0, scoredLength)
  if (isAscii(scored))
    return (
      scored
        .toLowerCase()
        .replace(/['`]/g, '')
        .match(/[a-z0-9]+/g) ?? []
    )
  const plain = scored
    .normalize('NFC')
    .toLowerCase()
    .replace(/['\u2019\u02bc`]/gu, '')
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/**
 * The runs of 3 and of 4 letters of a word, its beginning and end marked as ^ and $: what an inflected or mistyped
 * form of the word still shares with it.
 */
export function gramsOf(word: string): readonly string[] {
  const letters = [...`^${word}$`]
  return gramLengths.flatMap(length =>
    letters
      .slice(0, Math.max(0, letters.length - length + 1))
      .map((_, start) => letters.slice(start, start + length).join('')),
  )
}
