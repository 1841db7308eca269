import { createReadStream } from 'node:fs'
import { extname, resolve } from 'node:path'
import { isObject, OperationError } from '@scenewright/model'
import { fileFault, requireEnding, requireUtf8 } from '@scenewright/model/file-access'
import { createRowReader, type MessageText, type ReadMessage, type RequestedColumns } from './message-columns.ts'

/** A longer line, in UTF-16 units, is a mistake: such a file may be anything, and may have no end. */
const longestLine = 1_000_000

/** The source of messages, and the columns or fields. */
export interface MessageSource extends RequestedColumns {
  readonly cwd: string
  /** A file, or `-` for standard input. */
  readonly file: string
  stdin(): NodeJS.ReadableStream
  /** Called for each row or object without a message. */
  onBlank?(): void
}

/**
 * Reads messages one after another, except empty ones: from `.csv` and `.tsv` those in one column, from `.ndjson` and
 * `.jsonl` a string or one field of an object per line, else one per line. Standard input is lines, or a table if a
 * column is named. A column or field `expected`, or the requested one, contains their labels.
 */
export async function* readMessages({
  cwd,
  file,
  stdin,
  onBlank,
  ...columns
}: MessageSource): AsyncGenerator<ReadMessage> {
  const text = decoded(file === '-' ? stdin() : openFile(resolve(cwd, file), file), file)
  for await (const message of inForm({ text, file, ...columns })) {
    if (message.text === '') onBlank?.()
    else yield message
  }
}

async function* inForm(source: MessageText): AsyncIterable<ReadMessage> {
  const { file, column, expectedColumn } = source
  const extension = extname(file).toLowerCase()
  const isTable = ['.csv', '.tsv'].includes(extension) || (file === '-' && (column ?? expectedColumn) !== undefined)
  if (isTable) {
    const { messagesInTable } = await import('./messages-in-table.ts')
    yield* messagesInTable(source)
  } else if (extension === '.ndjson' || extension === '.jsonl') yield* messagesInJson(source)
  else if (expectedColumn !== undefined) {
    throw new OperationError('usage', `"${file}" has no columns, so it has no column "${expectedColumn}"`, {
      help: 'labels need a .csv, .tsv, .ndjson or .jsonl file',
    })
  } else for await (const line of linesOf(source)) if (line.trim() !== '') yield { text: line.trim() }
}

function openFile(path: string, name: string): NodeJS.ReadableStream {
  try {
    requireEnding(path)
    return createReadStream(path)
  } catch (cause) {
    throw unreadable(name, cause)
  }
}

/** A stream of bytes as text, without a byte order mark. Invalid UTF-8 or an unreadable file is a usage error. */
async function* decoded(stream: NodeJS.ReadableStream, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    // A stream of a process or a file yields buffers, or strings if an encoding was set.
    for await (const chunk of stream as AsyncIterable<Uint8Array | string>) {
      yield requireUtf8(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }))
    }
    yield decoder.decode()
  } catch (cause) {
    throw unreadable(name, cause)
  }
}

function unreadable(name: string, cause: unknown): OperationError {
  return new OperationError('usage', `cannot read "${name}": ${fileFault(cause)}`, { cause })
}

/**
 * The messages of newline-delimited JSON: a string per line, or a field of an object. Any other line is a usage error.
 */
async function* messagesInJson({ text, file, ...columns }: MessageText): AsyncGenerator<ReadMessage> {
  let line = 0
  for await (const written of linesOf({ text, file })) {
    line++
    if (written.trim() === '') continue
    const place = `line ${line} of "${file}"`
    const value = parse(written, place)
    if (typeof value === 'string') yield { text: value.trim() }
    else if (isObject(value) && Object.keys(value).length > 0) yield readObject(value, { place, ...columns })
    else throw noMessage(place)
  }
}

/** A line may lack the field of the label: not all messages need one. */
function readObject(value: object, columns: RequestedColumns & { readonly place: string }): ReadMessage {
  const read = createRowReader(Object.keys(value), { ...columns, mayLackLabels: true })
  return read(Object.values(value), columns.place)
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw noMessage(place)
  }
}

function noMessage(place: string): OperationError {
  return new OperationError('usage', `${place} is not a message`, {
    help: 'each line must be a JSON string, or an object with the message in a field',
  })
}

/** The lines of a text that arrives in pieces, with any line endings. A line far too long is a usage error. */
async function* linesOf({ text, file }: MessageText): AsyncGenerator<string> {
  let rest = ''
  let before = 0
  for await (const piece of text) {
    const read = rest + piece
    // Its line feed may be in the next piece.
    const end = read.endsWith('\r') ? read.length - 1 : read.length
    const lines = read.slice(0, end).split(/\r\n|\r|\n/)
    rest = `${lines.pop()}${read.slice(end)}`
    before += lines.length
    if (rest.length > longestLine) {
      throw new OperationError('usage', `line ${before + 1} of "${file}" has more than ${longestLine} characters`, {
        help: 'each line must be one message',
      })
    }
    yield* lines
  }
  yield rest.replace(/\r$/, '')
}
