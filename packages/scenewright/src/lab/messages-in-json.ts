import { OperationError } from '@scenewright/model'
import { messageColumn } from './message-columns.ts'
import { messagesInLines } from './messages-in-lines.ts'
import type { MessageText } from './read-messages.ts'

/** The messages of newline-delimited JSON: a string a line, or a field of an object. Another line is a usage error. */
export async function* messagesInJson({ text, file, column }: MessageText): AsyncGenerator<string> {
  let line = 0
  for await (const written of messagesInLines(text)) {
    line++
    if (written.trim() === '') continue
    const value = parse(written, `line ${line} of "${file}"`)
    if (typeof value === 'string') yield value
    else if (typeof value === 'object' && value !== null) yield fieldOf(value, file, column)
    else throw noMessage(`line ${line} of "${file}"`)
  }
}

function fieldOf(value: object, file: string, column: string | undefined): string {
  const fields = Object.entries(value)
  const [, found] =
    fields[
      messageColumn(
        fields.map(([name]) => name),
        file,
        column,
      )
    ] ?? []
  return typeof found === 'string' ? found : ''
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw noMessage(place)
  }
}

function noMessage(place: string): OperationError {
  return new OperationError('usage', `${place} is no message`, {
    help: 'a line is a JSON string, or an object with the message in a field',
  })
}
