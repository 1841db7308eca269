import { backslash, codeAt, doubleQuote, isLineEnd, singleQuote } from './codes.ts'
import type { Cursor } from './cursor.ts'

/** Whether a unit opens a quoted scalar. */
export function isQuote(code: number): boolean {
  return code === doubleQuote || code === singleQuote
}

/**
 * Reads the value of the quoted scalar at the cursor, and moves behind it. Undefined if it is not closed on its line,
 * and for an escape that JSON does not have.
 */
export function readQuotedText(cursor: Cursor): string | undefined {
  const { text, at: start } = cursor
  const isSingle = text.charCodeAt(start) === singleQuote
  const end = isSingle ? singleEnd(text, start) : doubleEnd(text, start)
  if (end === undefined) return undefined
  cursor.at = end
  const content = text.slice(start + 1, end - 1)
  if (isSingle) return content.includes("'") ? content.replaceAll("''", "'") : content
  return content.includes('\\') ? unescaped(text.slice(start, end)) : content
}

function singleEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; ; at += 1) {
    const code = codeAt(text, at)
    if (isLineEnd(code)) return undefined
    if (code !== singleQuote) continue
    if (codeAt(text, at + 1) !== singleQuote) return at + 1
    at += 1
  }
}

function doubleEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; ; at += 1) {
    const code = codeAt(text, at)
    if (isLineEnd(code)) return undefined
    if (code === doubleQuote) return at + 1
    if (code === backslash && !isLineEnd(codeAt(text, at + 1))) at += 1
  }
}

/** The escapes of JSON mean the same in YAML, which has more of them. */
function unescaped(literal: string): string | undefined {
  try {
    return String(JSON.parse(literal))
  } catch {
    return undefined
  }
}
