/**
 * Whether a text has what a secret is, or is part of: a word of eight characters, one of them a digit or an @, or a row
 * of fourteen that are ASCII. A loop, since it is asked of every text: a pattern takes six times as long.
 */
export function hasLongWord(text: string): boolean {
  let length = 0
  let plainLength = 0
  let hasMark = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code <= space) {
      length = 0
      plainLength = 0
      hasMark = false
      continue
    }
    length += 1
    plainLength = code < 128 ? plainLength + 1 : 0
    hasMark ||= isMark(code)
    if ((hasMark && length >= 8) || plainLength >= 14) return true
  }
  return false
}

const space = 32

/** A digit or an @. */
function isMark(code: number): boolean {
  return code === 64 || (code >= 48 && code <= 57)
}
