import type { Position, Range } from '@scenewright/model'
import type { Position as ClientPosition, Range as ClientRange } from 'vscode-languageserver'

/** The unit of columns that server and client have agreed on. */
export type Encoding = 'utf-8' | 'utf-16'

/**
 * Converts places of sources, whose lines and columns count from 1 in UTF-16 units, to those of a client and back. A
 * column needs the text of its line only if columns count bytes.
 */
export interface Positions {
  toClient(range: Range, text: () => string): ClientRange
  fromClient(position: ClientPosition, text: () => string): Position
}

/** The conversions for an encoding. */
export function createPositions(encoding: Encoding): Positions {
  if (encoding === 'utf-16') {
    const point = ({ line, column }: Position): ClientPosition => ({ line: line - 1, character: column - 1 })
    return {
      toClient: ({ start, end }) => ({ start: point(start), end: point(end) }),
      fromClient: ({ line, character }) => ({ line: line + 1, column: character + 1 }),
    }
  }
  return {
    toClient({ start, end }, text) {
      const lines = text().split('\n')
      const point = ({ line, column }: Position): ClientPosition => {
        return { line: line - 1, character: Buffer.byteLength((lines[line - 1] ?? '').slice(0, column - 1)) }
      }
      return { start: point(start), end: point(end) }
    },
    fromClient: ({ line, character }, text) => {
      const lineText = text().split('\n')[line] ?? ''
      return { line: line + 1, column: countUnits(lineText, character) + 1 }
    },
  }
}

/** The number of UTF-16 units in the first `bytes` of a line: at most all that precede its line ending. */
export function countUnits(line: string, bytes: number): number {
  return Buffer.from(line.replace(/\r?\n?$/, ''))
    .subarray(0, bytes)
    .toString().length
}
