import { createReadStream } from 'node:fs'
import { extname, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { createRowReader, type MessageText, type ReadMessage, type RequestedColumns } from './message-columns.ts'

/** The maximum length of a line, in UTF-16 units: nobody writes a longer message, and memory is limited. */
const longest = 100_000

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
}

/** The source of messages, and the columns or fields. */
export interface MessageSource extends RequestedColumns {
  readonly cwd: string
  /** A file, or `-` for standard input. */
  readonly file: string
  stdin(): NodeJS.ReadableStream
}

/**
 * Reads messages one after another, except empty ones: from `.csv` and `.tsv` those in one column, from `.ndjson` and
 * `.jsonl` a string or one field of an object per line, else one per line. Standard input is lines, or a table if a
 * column is named. A column or field `expected`, or the requested one, contains their labels.
 */
export async function* readMessages({ cwd, file, stdin, ...columns }: MessageSource): AsyncGenerator<ReadMessage> {
  const bytes = file === '-' ? stdin() : createReadStream(resolve(cwd, file))
  // A stream of a process or a file yields buffers, or strings if an encoding was set.
  const text = decoded(bytes as AsyncIterable<Uint8Array | string>, file)
  for await (const message of inForm({ text, file, ...columns })) if (message.text !== '') yield message
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
  } else for await (const line of linesOf(source.text)) yield { text: line.trim() }
}

/** A stream of bytes as text, without a byte order mark. Invalid UTF-8 or an unreadable file is a usage error. */
async function* decoded(stream: AsyncIterable<Uint8Array | string>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of stream) {
      yield typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
    }
    yield decoder.decode()
  } catch (cause) {
    throw new OperationError('usage', `cannot read "${name}": ${reason(cause)}`, { cause })
  }
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return ('code' in cause && reasons[String(cause.code)]) || cause.message
}

/**
 * The messages of newline-delimited JSON: a string per line, or a field of an object. Any other line is a usage error.
 */
async function* messagesInJson({ text, ...source }: MessageText): AsyncGenerator<ReadMessage> {
  let line = 0
  for await (const written of linesOf(text)) {
    line++
    if (written.trim() === '') continue
    const value = parse(written, `line ${line} of "${source.file}"`)
    if (typeof value === 'string') yield { text: value.trim() }
    else if (typeof value === 'object' && value !== null) yield readObject(value, source)
    else throw noMessage(`line ${line} of "${source.file}"`)
  }
}

/** A line may lack the field of the label: not all messages need one. */
function readObject(value: object, { expectedColumn, ...source }: Omit<MessageText, 'text'>): ReadMessage {
  const isLabelled = expectedColumn !== undefined && Object.hasOwn(value, expectedColumn)
  return createRowReader(Object.keys(value), { ...source, ...(isLabelled && { expectedColumn }) })(Object.values(value))
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

/** The lines of a text that arrives in pieces, with any line endings. */
async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\r|\n/)
    rest = (lines.pop() ?? '').slice(0, longest)
    yield* lines
  }
  yield rest
}
