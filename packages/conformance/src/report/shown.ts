/** Control characters but for tab and line feed, the invisible ones that reorder or hide text, and what is no character. */
const invisible = /(?![\t\n])[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu

/** Text of a service with nothing in it that could move a cursor, hide what stands there, or break XML. */
export function shown(text: string): string {
  return text
    .toWellFormed()
    .replace(invisible, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
