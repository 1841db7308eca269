import { OperationError } from '@scenewright/model'

/** A message, and the label of the scenario that it should start. */
export interface ReadMessage {
  readonly text: string
  /** As the file has it. Absent if there is no label. */
  readonly expected?: string
}

/** The columns of a file to read; the usual ones where absent. */
export interface RequestedColumns {
  readonly column?: string
  readonly expectedColumn?: string
}

/** A text with messages, and its name for the user. */
export interface MessageText extends RequestedColumns {
  readonly text: AsyncIterable<string>
  readonly file: string
}

/** The usual names of the column of messages, and of their labels. */
const usual = ['text', 'message']
const usualLabel = 'expected'

/** Creates a function that reads the message in a row of a file with these columns. */
export function createRowReader(
  columns: readonly string[],
  { file, column, expectedColumn }: Omit<MessageText, 'text'>,
): (row: readonly unknown[]) => ReadMessage {
  const names = columns.map(name => name.trim().toLowerCase())
  const requested = (name: string) => {
    const place = names.indexOf(name.trim().toLowerCase())
    if (place >= 0) return place
    throw new OperationError('usage', `"${file}" has no column "${name}"`, {
      help: `it has ${columns.map(other => `"${other}"`).join(', ')}`,
    })
  }
  const labels = expectedColumn === undefined ? names.indexOf(usualLabel) : requested(expectedColumn)
  const messages =
    column === undefined
      ? (usual.map(name => names.indexOf(name)).find(place => place >= 0) ?? (labels === 0 ? 1 : 0))
      : requested(column)
  return row => {
    const expected = textOf(row[labels])
    return { text: textOf(row[messages]), ...(expected !== '' && { expected }) }
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
