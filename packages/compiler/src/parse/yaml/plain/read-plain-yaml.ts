import { put } from '../../put.ts'
import type { SourceField, SourceNode } from '../../source-tree.ts'
import { suppressionWord } from '../../suppression-form.ts'
import { readBlockScalar } from './block-scalar.ts'
import { bar, codeAt, dash, greater, hash, isBlank, isLineEnd, openBrace, openBracket, skipSpaces } from './codes.ts'
import { type Cursor, createCursor, maxDepth, nextLine, openLine } from './cursor.ts'
import { readFlow, readKey } from './flow.ts'
import { readPlainScalar } from './plain-scalar.ts'
import { isQuote, readQuotedText } from './quoted-scalar.ts'

/** In UTF-16 units. Far below any limit of the YAML library. */
const maxTextLength = 256 * 1024
/** Control characters, including the tab, and a byte order mark. */
const strange = /[^\P{Cc}\n\r]|\r(?!\n)|\ufeff/u

/**
 * Reads a YAML text in the usual style of scenarios, in a fraction of the time that the YAML library takes. Returns the
 * tree that `parseAnyYaml` returns, or undefined if anything is doubtful: then the text must be read by that function.
 * Never throws, and takes linear time.
 */
export function readPlainYaml(text: string): SourceNode | undefined {
  if (text.length > maxTextLength || strange.test(text) || text.includes(suppressionWord)) return undefined
  const cursor = createCursor(text)
  if (!openLine(cursor) || cursor.column !== 0) return undefined
  const root = readBlock(cursor, -1)
  return root === undefined || root.kind === 'scalar' || cursor.at < text.length ? undefined : root
}

/**
 * Reads the mapping, list or scalar that begins at the cursor, in its column, and moves to the line after it. `parent`
 * is the column of its key or dash.
 */
function readBlock(cursor: Cursor, parent: number): SourceNode | undefined {
  const isList = isItem(cursor)
  if (!isList && !isField(cursor)) return readInline(cursor, parent)
  if (cursor.depth === maxDepth) return undefined
  cursor.depth += 1
  const node = isList ? readList(cursor) : readMapping(cursor)
  cursor.depth -= 1
  return node
}

function readMapping(cursor: Cursor): SourceNode | undefined {
  const { at: start, column } = cursor
  const value: Record<string, unknown> = {}
  const fields: SourceField[] = []
  let end = start
  while (cursor.column === column) {
    const field = readField(cursor, column)
    if (field === undefined || Object.hasOwn(value, field.name)) return undefined
    fields.push(field)
    put(value, field.name, field.value.value)
    end = field.value.end
  }
  // A line that is indented deeper than its mapping, but is not a value in it.
  return cursor.column > column ? undefined : { kind: 'mapping', start, end, value, fields }
}

function readField(cursor: Cursor, column: number): SourceField | undefined {
  const start = cursor.at
  const name = readKey(cursor, false)
  if (name === undefined) return undefined
  const key = { start, end: cursor.at }
  const isBelow = skipIndicator(cursor)
  const value = isBelow ? readBelow(cursor, column, true) : readInline(cursor, column)
  return value === undefined ? undefined : { name, slot: name, key, value }
}

function readList(cursor: Cursor): SourceNode | undefined {
  const { at: start, column } = cursor
  const value: unknown[] = []
  const items: SourceNode[] = []
  let end = start
  while (cursor.column === column && isItem(cursor)) {
    const item = readItem(cursor, column)
    if (item === undefined) return undefined
    items.push(item)
    value.push(item.value)
    end = item.end
  }
  return cursor.column > column ? undefined : { kind: 'list', start, end, value, items }
}

function readItem(cursor: Cursor, column: number): SourceNode | undefined {
  const start = cursor.at
  if (skipIndicator(cursor)) return readBelow(cursor, column, false)
  cursor.column = column + cursor.at - start
  return readBlock(cursor, column)
}

/** Reads the value of a key or a dash from the lines below; null if there is none. */
function readBelow(cursor: Cursor, parent: number, isOfKey: boolean): SourceNode | undefined {
  const { at } = cursor
  if (!nextLine(cursor)) return undefined
  const { hasComment } = cursor
  // The items of a list may be in the column of its key.
  const isValue = cursor.column > parent || (isOfKey && cursor.column === parent && isItem(cursor))
  if (!isValue) return { kind: 'scalar', value: null, start: at, end: at }
  const node = readBlock(cursor, parent)
  // After a comment, the library may treat other lines as the rest of a text.
  return hasComment && node?.kind === 'scalar' ? undefined : node
}

/** Reads the value that begins in the line of its key or dash. */
function readInline(cursor: Cursor, parent: number): SourceNode | undefined {
  const { text, at: start } = cursor
  const code = codeAt(text, start)
  if (code === bar || code === greater) return readBlockScalar(cursor, parent)
  if (code === openBracket || code === openBrace) return endWith(cursor, readFlow(cursor))
  if (!isQuote(code)) return readPlainScalar(cursor, parent)
  const value = readQuotedText(cursor)
  return value === undefined ? undefined : endWith(cursor, { kind: 'scalar', value, start, end: cursor.at })
}

function endWith(cursor: Cursor, node: SourceNode | undefined): SourceNode | undefined {
  return node !== undefined && nextLine(cursor) ? node : undefined
}

/** Skips a colon or a dash and its spaces. True if the line contains no value. */
function skipIndicator(cursor: Cursor): boolean {
  cursor.at = skipSpaces(cursor.text, cursor.at + 1)
  const code = codeAt(cursor.text, cursor.at)
  return isLineEnd(code) || code === hash
}

function isItem({ text, at }: Cursor): boolean {
  return codeAt(text, at) === dash && isBlank(codeAt(text, at + 1))
}

/** Whether there is a key at the cursor. */
function isField(cursor: Cursor): boolean {
  const { at } = cursor
  const isKey = readKey(cursor, false) !== undefined
  cursor.at = at
  return isKey
}
