import { put } from '../../put.ts'
import type { SourceField, SourceNode } from '../../source-tree.ts'
import { closeBrace, closeBracket, codeAt, colon, comma, isBlank, openBrace, openBracket, skipSpaces } from './codes.ts'
import { resolvePlain } from './core-schema.ts'
import { type Cursor, maxDepth } from './cursor.ts'

import { readPlainText } from './plain-scalar.ts'
import { isQuote, readQuotedText } from './quoted-scalar.ts'

/** YAML itself allows 1,024. */
const maxKeyLength = 1000

/** Reads a list in brackets or a mapping in braces that ends on its line, and moves behind it. */
export function readFlow(cursor: Cursor): SourceNode | undefined {
  if (cursor.depth === maxDepth) return undefined
  cursor.depth += 1
  const node = codeAt(cursor.text, cursor.at) === openBracket ? readFlowList(cursor) : readFlowMapping(cursor)
  cursor.depth -= 1
  return node
}

function readFlowList(cursor: Cursor): SourceNode | undefined {
  const start = cursor.at
  const items: SourceNode[] = []
  const value: unknown[] = []
  cursor.at += 1
  while (!closes(cursor, closeBracket)) {
    const item = readFlowValue(cursor)
    if (item === undefined || !endItem(cursor, closeBracket)) return undefined
    items.push(item)
    value.push(item.value)
  }
  return { kind: 'list', start, end: cursor.at, value, items }
}

function readFlowMapping(cursor: Cursor): SourceNode | undefined {
  const start = cursor.at
  const value: Record<string, unknown> = {}
  const fields: SourceField[] = []
  cursor.at += 1
  while (!closes(cursor, closeBrace)) {
    const field = readFlowField(cursor)
    if (field === undefined || Object.hasOwn(value, field.name) || !endItem(cursor, closeBrace)) return undefined
    fields.push(field)
    put(value, field.name, field.value.value)
  }
  return { kind: 'mapping', start, end: cursor.at, value, fields }
}

function readFlowField(cursor: Cursor): SourceField | undefined {
  const start = cursor.at
  const name = readKey(cursor, true)
  if (name === undefined) return undefined
  const key = { start, end: cursor.at }
  cursor.at = skipSpaces(cursor.text, key.end + 1)
  const value = readFlowValue(cursor)
  return value === undefined ? undefined : { name, slot: name, key, value }
}

function readFlowValue(cursor: Cursor): SourceNode | undefined {
  const { text, at: start } = cursor
  const code = codeAt(text, start)
  if (code === openBracket || code === openBrace) return readFlow(cursor)
  if (!isQuote(code)) return readFlowPlain(cursor)
  const value = readQuotedText(cursor)
  return value === undefined ? undefined : { kind: 'scalar', value, start, end: cursor.at }
}

function readFlowPlain(cursor: Cursor): SourceNode | undefined {
  const { at: start } = cursor
  const text = readPlainText(cursor, true)
  return text === undefined ? undefined : resolvePlain(text, { start, end: cursor.at })
}

/** Skips spaces, and the closing bracket if it follows. */
function closes(cursor: Cursor, close: number): boolean {
  cursor.at = skipSpaces(cursor.text, cursor.at)
  const isClosed = codeAt(cursor.text, cursor.at) === close
  if (isClosed) cursor.at += 1
  return isClosed
}

/** Skips the comma that follows an item. False if neither a comma nor the closing bracket follows. */
function endItem(cursor: Cursor, close: number): boolean {
  cursor.at = skipSpaces(cursor.text, cursor.at)
  const code = codeAt(cursor.text, cursor.at)
  if (code === comma) cursor.at += 1
  return code === comma || code === close
}

/**
 * Reads the key at the cursor, as written, and moves to its colon. Undefined if there is no key: the colon must
 * directly follow it, and a space or the end of the line must follow the colon. A merge key is none.
 */
export function readKey(cursor: Cursor, isInFlow: boolean): string | undefined {
  const { text, at: start } = cursor
  const isQuoted = isQuote(codeAt(text, start))
  const name = isQuoted ? readQuotedText(cursor) : readPlainText(cursor, isInFlow)
  const { at: end } = cursor
  if (codeAt(text, end) !== colon || !isBlank(codeAt(text, end + 1)) || end - start > maxKeyLength) return undefined
  return name === '<<' && !isQuoted ? undefined : name
}
