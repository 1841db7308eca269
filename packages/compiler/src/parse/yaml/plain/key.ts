import { codeAt, colon, isBlank } from './codes.ts'
import type { Cursor } from './cursor.ts'
import { readPlainText } from './plain-scalar.ts'
import { isQuote, readQuotedText } from './quoted-scalar.ts'

/** YAML itself stops at 1,024. */
const longestKey = 1000

/**
 * Reads the key at the cursor, as it is written, and goes behind it, to its colon. Undefined where there is none: its
 * colon stands right behind it, and a space or the end of the line behind that.
 */
export function readKey(cursor: Cursor, isInFlow: boolean): string | undefined {
  const { text, at: start } = cursor
  const name = isQuote(codeAt(text, start)) ? readQuotedText(cursor) : readPlainText(cursor, isInFlow)
  const { at: end } = cursor
  if (codeAt(text, end) !== colon || !isBlank(codeAt(text, end + 1)) || end - start > longestKey) return undefined
  return name
}
