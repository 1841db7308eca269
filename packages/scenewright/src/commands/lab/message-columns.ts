import { OperationError } from '@scenewright/model'

/** A message, and the label of the scenario that it should start. */
export interface ReadMessage {
  readonly text: string
  /** As the file has it. Absent if there is no label. */
  readonly expected?: string
  /** How often customers wrote it, in a file of `--write-labels`; once if absent. */
  readonly count?: number
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

/** The columns of a file of `--write-labels`: in a file that has them all, `count` is read. */
export const labelColumns = ['text', 'expected', 'count', 'nearest', 'confidence'] as const

/** Of a file with more messages, the others are only counted. */
export const maxMessages = 10_000_000

/** The columns to read, and where they are named, for the user: `"messages.csv"`. */
interface PlacedColumns extends RequestedColumns {
  readonly place: string
  /** Whether the requested column of labels may be missing: there are no labels then. */
  readonly mayLackLabels?: boolean
}

/**
 * Creates a function that reads the message in a row with these columns, `at` a place for the user: `line 2 of
 * "messages.csv"`. A message that is no string is a usage error,
 * and so is a label, unless it is absent or null, and a count that is no number.
 */
export function createRowReader(
  columns: readonly string[],
  { place, column, expectedColumn, mayLackLabels = false }: PlacedColumns,
): (row: readonly unknown[], at: string) => ReadMessage {
  const names = columns.map(name => name.trim().toLowerCase())
  const requested = (name: string, isOptional = false) => {
    const index = names.indexOf(name.trim().toLowerCase())
    if (index >= 0 || isOptional) return index
    throw new OperationError('usage', `${place} has no column "${name}"`, {
      help: `it has ${columns.map(other => `"${other}"`).join(', ')}`,
    })
  }
  const labels = expectedColumn === undefined ? names.indexOf(usualLabel) : requested(expectedColumn, mayLackLabels)
  const messages =
    column === undefined
      ? (usual.map(name => names.indexOf(name)).find(index => index >= 0) ?? (labels === 0 ? 1 : 0))
      : requested(column)
  const counts = labelColumns.every(name => names.includes(name)) ? names.indexOf('count') : -1
  const repeated = [messages, labels, counts].find(
    index => index >= 0 && names.lastIndexOf(names[index] ?? '') !== index,
  )
  if (repeated !== undefined) {
    throw new OperationError('usage', `${place} has the column "${columns[repeated]}" twice`, {
      help: 'rename or remove one of them; upper and lower case do not count',
    })
  }
  const textIn = (row: readonly unknown[], { index, at, help }: { index: number; at: string; help: string }) => {
    // A row of a table may be shorter than the others.
    const value = row[index] === undefined ? '' : row[index]
    if (typeof value === 'string') return value.trim()
    throw new OperationError('usage', `${at}: "${columns[index]}" must be a string, not ${kindOf(value)}`, { help })
  }
  return (row, at) => {
    const text = textIn(row, { index: messages, at, help: 'each message is a string' })
    const labelHelp = 'a label is a key, or "none", as a string'
    const expected = row[labels] === null ? '' : textIn(row, { index: labels, at, help: labelHelp })
    const written = row[counts] === '' ? undefined : row[counts]
    // Not 0x10 or 1e3.
    const count = /^\d+$/.test(String(written ?? 1)) ? Number(written ?? 1) : Number.NaN
    if (Number.isInteger(count) && count > 0 && count <= maxMessages)
      return { text, ...(expected !== '' && { expected }), ...(count > 1 && { count }) }
    throw new OperationError('usage', `${at}: "count" must be a whole number, not "${written}"`, {
      help: `it is how often customers wrote the message: from 1 to ${maxMessages}`,
    })
  }
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
