import { dottedI, isAscii } from './fold.ts'

/** The number of characters of a message that are scored; the rest of a longer one is ignored, to limit the time. */
const scoredLength = 2_000

const gramLengths = [3, 4] as const

const asciiApostrophes = /['`]/g
const asciiWords = /[a-z0-9]+/g

/**
 * The words of a text in order, folded: runs of letters and digits with their marks. Apostrophes are removed, so that
 * `where's` becomes `wheres`, and so are the selectors of emoji; any other sign separates words. Uses the first 2,000
 * characters, without leading white space.
 */
export function wordsOf(text: string): readonly string[] {
  const scored = text.trimStart().slice(0, scoredLength)
  if (isAscii(scored)) return scored.toLowerCase().replace(asciiApostrophes, '').match(asciiWords) ?? []
  const plain = scored
    .normalize('NFC')
    .toLowerCase()
    .replace(/['\u2019\u02bc`\p{Variation_Selector}\p{Me}]/gu, '')
    .replace(dottedI, 'i')
    .normalize('NFC')
  return plain.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
}

/**
 * The runs of 3 and of 4 letters of a word, with ^ and $ marking its start and end: an inflected or mistyped form
 * shares many of them.
 */
export function extractGrams(word: string): readonly string[] {
  const letters = [...`^${word}$`]
  return gramLengths.flatMap(length =>
    letters
      .slice(0, Math.max(0, letters.length - length + 1))
      .map((_, start) => letters.slice(start, start + length).join('')),
  )
}
