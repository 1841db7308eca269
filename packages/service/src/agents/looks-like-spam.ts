/** Web addresses in an advertisement, at the least. */
const leastLinks = 3
/** Words in a row, and letters in a row, that nobody types who asks for something. */
const leastWordsInARow = 8
const leastLettersInARow = 30

/** Whether a message, of those words, is spam by its form: links alone, or one word or letter again and again. */
export function looksLikeSpam(text: string, words: readonly string[]): boolean {
  const links = text.slice(0, 32_768).match(/https?:\/\/|(?<![\p{L}\p{N}])www\./giu)?.length ?? 0
  if (links >= leastLinks && words.length <= links * 6) return true
  if (words.length >= leastWordsInARow && new Set(words).size === 1) return true
  return new RegExp(`(\\S)\\1{${leastLettersInARow - 1}}`, 'u').test(text)
}
