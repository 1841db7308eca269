/** Everything that two spellings of one message may differ in, beside case and white space. */
const setAside = /[\p{P}\p{S}\p{Cc}\p{Cf}\p{Cs}\p{Me}\p{Variation_Selector}]/gu

/** Unicode's stream-safe form (UAX 15) has 30 marks in a row at the most: to put more in order takes quadratic time. */
const markOverflow = /(\p{M}{30})\p{M}+/gu

/** Of such a text little is to be asked; and to compile the classes of all letters takes a millisecond. */
export function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/**
 * A message with its composition (NFC), case, white space and punctuation set aside, so that two spellings of it are
 * equal. Knows no locale. Letters keep their marks: `ё` is not `е`. What holds no letter, digit or mark folds to ''.
 * Folding what is folded changes nothing. Takes time in proportion to the text.
 */
export function fold(text: string): string {
  if (isAscii(text))
    return text
      .toLowerCase()
      .replace(/\s+/g, ' ')
      .replace(/[^a-z0-9 ]/g, '')
      .replace(/ +/g, ' ')
      .trim()
  const spaced = text.replace(markOverflow, '$1').normalize('NFC').toLowerCase().replace(/\s+/gu, ' ')
  // Composed once more, since what was set aside may have stood between a letter and its mark.
  return spaced.replace(setAside, '').replace(/ +/g, ' ').trim().replace(markOverflow, '$1').normalize('NFC')
}
