/** The UTF-16 units with a meaning in plain YAML. Numbers, because comparing them creates no strings. */
export const lineFeed = 0x0a
export const carriageReturn = 0x0d
export const space = 0x20
export const doubleQuote = 0x22
export const hash = 0x23
export const singleQuote = 0x27
export const comma = 0x2c
export const dash = 0x2d
export const dot = 0x2e
export const nine = 0x39
export const colon = 0x3a
export const greater = 0x3e
export const openBracket = 0x5b
export const backslash = 0x5c
export const closeBracket = 0x5d
export const openBrace = 0x7b
export const bar = 0x7c
export const closeBrace = 0x7d

/** The unit at an offset; a line feed after the end of the text, which ends its last line. */
export function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : lineFeed
}

/** Whether a unit ends its line. A text with a single carriage return has been rejected before. */
export function isLineEnd(code: number): boolean {
  return code === lineFeed || code === carriageReturn
}

/** Whether a unit ends a word: a space, or the end of its line. */
export function isBlank(code: number): boolean {
  return code === space || isLineEnd(code)
}

/** The first offset from `at` that is not a space. */
export function skipSpaces(text: string, at: number): number {
  let end = at
  while (end < text.length && text.charCodeAt(end) === space) end += 1
  return end
}

/** The offset at which the line after the one of `at` begins; the end of the text after the last one. */
export function lineAfter(text: string, at: number): number {
  const feed = text.indexOf('\n', at)
  return feed === -1 ? text.length : feed + 1
}
