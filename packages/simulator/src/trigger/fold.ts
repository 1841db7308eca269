/** Everything except case and white space in which two spellings of one message may differ. */
const setAside = /[\p{P}\p{S}\p{Cc}\p{Cf}\p{Cs}\p{Me}\p{Variation_Selector}]/gu

/** Unicode's stream-safe form (UAX 15) allows at most 30 consecutive marks: sorting more would take quadratic time. */
const markOverflow = /(\p{M}{30})\p{M}+/gu

/** The lower case of `İ`, in which JavaScript keeps the dot as a mark, is `i` in the languages that have this letter. */
export const dottedI = /i\u0307+/gu

/** `I` is the capital of `i`, in Azerbaijani that of `ı`: in a text without case, the three are the same letter. */
const anyI = /[i\u0131]\u0307*/gu

/** The same for ASCII texts: characters to remove, and white space that is not a single space. */
const asciiSetAside = /[^a-z0-9\s]+/g
const asciiSpace = /\s{2,}|[^\S ]/g

/** For ASCII texts a simple pattern suffices, and compiling the classes of all letters takes a millisecond. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/**
 * A message in NFC without differences in case, white space and punctuation, so that two spellings of it are equal.
 * Independent of the locale. Letters keep their marks: `ё` is not `е`; only `İ`, `I`, `i` and `ı` are the same. A text
 * without a letter, digit or mark becomes ''. Idempotent, and linear in the length of the text.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase().replace(asciiSetAside, '').replace(asciiSpace, ' ').trim()
  const spaced = text.replace(markOverflow, '$1').normalize('NFC').toLowerCase().replace(/\s+/gu, ' ')
  // Composed again, because a removed character may have separated a letter from its mark.
  const letters = spaced.replace(setAside, '').replace(/ +/g, ' ').trim().replace(markOverflow, '$1').normalize('NFC')
  return letters.replace(anyI, 'i').normalize('NFC')
}

const folded = new WeakMap<readonly string[], readonly string[]>()

/** Folds the texts of a list, such as the examples of a scenario. A list is folded once, because it does not change. */
export function foldAll(texts: readonly string[]): readonly string[] {
  const known = folded.get(texts) ?? texts.map(fold)
  folded.set(texts, known)
  return known
}
