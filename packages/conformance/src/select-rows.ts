import { OperationError } from '@scenewright/model'
import type { Row } from './row.ts'

/**
 * The rows that match one of the words: an id, in which `x` stands for any digit (`C-1xx`), a kind (`field`), or a part
 * of an operation (`POST /bots`). By default all; a word without a match is an OperationError `usage`.
 */
export function selectRows(rows: readonly Row[], words: readonly string[] = []): readonly Row[] {
  if (words.length === 0) return rows
  const chosen = new Set<Row>()
  for (const word of words) {
    const fitting = rows.filter(row => fits(row, word))
    if (fitting.length === 0) {
      throw new OperationError('usage', `no row is called "${word}"`, {
        help: 'name ids (C-042, C-1xx), kinds (field, event) or parts of operations ("POST /bots")',
      })
    }
    for (const row of fitting) chosen.add(row)
  }
  return rows.filter(row => chosen.has(row))
}

function fits({ id, kind, operation }: Row, word: string): boolean {
  if (/^[A-Z]-[\dx]+$/.test(word))
    return word.length === id.length && [...word].every((sign, at) => sign === 'x' || sign === id[at])
  // An empty word, of an unset variable, is part of every operation.
  return kind === word || (word !== '' && operation.toLowerCase().includes(word.toLowerCase()))
}
