import type { Proof } from './secret-shapes.ts'

/** Whether what stands where a secret would is one: no placeholder, and where proof is needed no word, link or date. */
export function looksRandom(text: string, proof?: Proof): boolean {
  if (isPlaceholder(text)) return false
  if (proof === undefined) return true
  const bare = text.replace(/[.,:;!?)\]]{1,8}$/, '')
  if (!/\d/.test(bare) || !/\p{L}/u.test(bare)) return false
  return proof === 'token' ? !areWords(bare) : bare.length >= 8 && !isPlain(bare)
}

/** `****`, `xxxx`, `your_key`, `{{token}}`, `$TOKEN`. */
function isPlaceholder(text: string): boolean {
  return new Set(text).size <= 3 || /\*{3}|\.{3}|\u2026|\u2022|x{4}|your|\{\{|\$\{|%\w+%|^\$[A-Z_]+$/i.test(text)
}

/** A link, an address, a range of characters or words in a row: what may follow the word for a password. */
function isPlain(text: string): boolean {
  return /:\/\/|^www\.|\p{L}@\p{L}|[a-z]-z/iu.test(text) || (text === text.toLowerCase() && areWords(text, 3))
}

/** Words and numbers in a row, as names of pages and articles have it: `at-least-8-characters`. */
function areWords(text: string, least = 2): boolean {
  const parts = text.split(/[-_./=+~]/).filter(part => part !== '')
  return parts.length >= least && parts.every(part => /^(?:\d+|\p{Lu}?\p{Ll}+|\p{Lu}+)$/u.test(part))
}
