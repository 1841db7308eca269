import type { Position, Range } from '@scenewright/model'
import type { Position as ClientPosition, Range as ClientRange } from 'vscode-languageserver'
import { TextDocument } from 'vscode-languageserver-textdocument'

/** The unit of columns that server and client have agreed on. */
export type Encoding = 'utf-8' | 'utf-16'

/**
 * Converts places of a source, whose lines and columns count from 1 in UTF-16 units, to those of a client and back. For
 * a client, a carriage return without a line feed ends a line too.
 */
export interface Positions {
  toClient(range: Range): ClientRange
  fromClient(position: ClientPosition): Position
}

/** The conversions for a text. */
export function createPositions(text: string, encoding: Encoding): Positions {
  const document = TextDocument.create('', '', 0, text)
  const point = (position: Position): ClientPosition => {
    const { line, character } = document.positionAt(offsetAt(text, position))
    const before = document.getText({ start: { line, character: 0 }, end: { line, character } })
    return { line, character: encoding === 'utf-16' ? character : Buffer.byteLength(before) }
  }
  return {
    toClient: ({ start, end }) => ({ start: point(start), end: point(end) }),
    fromClient(position) {
      return positionAt(text, document.offsetAt(encoding === 'utf-16' ? position : inUnits(document, position)))
    },
  }
}

/** The conversions for every text without a carriage return alone, in UTF-16 units. */
export const sameLines: Positions = {
  toClient: ({ start, end }) => ({ start: samePoint(start), end: samePoint(end) }),
  fromClient: ({ line, character }) => ({ line: line + 1, column: character + 1 }),
}

function samePoint({ line, column }: Position): ClientPosition {
  return { line: line - 1, character: column - 1 }
}

/** A client's position whose column counts bytes, in UTF-16 units: at most the end of its line. */
export function inUnits(document: TextDocument, { line, character }: ClientPosition): ClientPosition {
  const lineText = document.getText({ start: { line, character: 0 }, end: { line: line + 1, character: 0 } })
  const bytes = Buffer.from(lineText.replace(/\r?\n?$/, '')).subarray(0, character)
  return { line, character: bytes.toString().length }
}

/** The offset of a position of a source: at most the end of its line. */
export function offsetAt(text: string, { line, column }: Position): number {
  let start = 0
  for (let left = line - 1; left > 0; left -= 1) {
    const feed = text.indexOf('\n', start)
    if (feed === -1) return text.length
    start = feed + 1
  }
  const feed = text.indexOf('\n', start)
  if (feed === -1) return Math.min(start + column - 1, text.length)
  return Math.min(start + column - 1, text[feed - 1] === '\r' ? feed - 1 : feed)
}

/** The position of an offset in a source. */
export function positionAt(text: string, offset: number): Position {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
