import { OperationError } from '@scenewright/model'

/** The usual names of a column of messages, used if none is given. */
const usual = ['text', 'message']

/** The index of the column with the messages: the requested one, else one with a usual name, else the first. */
export function messageColumn(columns: readonly string[], file: string, asked?: string): number {
  const names = columns.map(name => name.trim().toLowerCase())
  if (asked === undefined) {
    const found = usual.map(name => names.indexOf(name)).find(place => place >= 0)
    return found ?? 0
  }
  const place = names.indexOf(asked.trim().toLowerCase())
  if (place >= 0) return place
  throw new OperationError('usage', `"${file}" has no column "${asked}"`, {
    help: `it has ${columns.map(name => `"${name}"`).join(', ')}`,
  })
}

/** A text with messages, and its name for the user. */
export interface MessageText {
  readonly text: AsyncIterable<string>
  readonly file: string
  readonly column?: string
}
