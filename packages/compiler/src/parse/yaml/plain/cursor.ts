import { codeAt, dash, dot, hash, isLineEnd, lineAfter, skipSpaces, space } from './codes.ts'

/** The next place to read in a text, and the properties of its line. The readers advance it. */
export interface Cursor {
  readonly text: string
  at: number
  /** The column in which the line, or the rest of it, begins; -1 at the end of the text. */
  column: number
  /** How many empty lines were skipped before this line. */
  emptyLines: number
  /** Whether a comment was skipped before this line. */
  hasComment: boolean
  /** How many lists and mappings are open. */
  depth: number
}

/** How many lists and mappings may be open at once. */
export const maxDepth = 20

/** A cursor before the first line: `openLine` moves it there. */
export function createCursor(text: string): Cursor {
  return { text, at: 0, column: 0, emptyLines: 0, hasComment: false, depth: 0 }
}

/**
 * Moves from the end of a value to the next line with content. False if the value is followed by more than a comment.
 */
export function nextLine(cursor: Cursor): boolean {
  return leaveLine(cursor) && openLine(cursor)
}

/**
 * Moves from the end of a value to the start of the next line. False if the value is followed by more than a comment.
 */
export function leaveLine(cursor: Cursor): boolean {
  const { text } = cursor
  const at = skipSpaces(text, cursor.at)
  const code = codeAt(text, at)
  cursor.hasComment = code === hash && codeAt(text, at - 1) === space
  cursor.at = lineAfter(text, at)
  return cursor.hasComment || isLineEnd(code)
}

/** Moves from the start of a line to the content of the first one that has some. False at a mark between documents. */
export function openLine(cursor: Cursor): boolean {
  const { text } = cursor
  cursor.emptyLines = 0
  for (let start = cursor.at; start < text.length; start = lineAfter(text, cursor.at)) {
    cursor.at = skipSpaces(text, start)
    const code = codeAt(text, cursor.at)
    if (code === hash) cursor.hasComment = true
    else if (isLineEnd(code)) cursor.emptyLines += 1
    else {
      cursor.column = cursor.at - start
      return cursor.column > 0 || !isDocumentMark(text, cursor.at, code)
    }
  }
  cursor.at = text.length
  cursor.column = -1
  return true
}

function isDocumentMark(text: string, at: number, code: number): boolean {
  return (code === dash && text.startsWith('---', at)) || (code === dot && text.startsWith('...', at))
}
