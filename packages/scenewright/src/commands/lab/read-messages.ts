import { createReadStream } from 'node:fs'
import { extname, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { type MessageText, messageColumn } from './message-columns.ts'

/** The maximum length of a line, in UTF-16 units: nobody writes a longer message, and memory is limited. */
const longest = 100_000

const reasons: { readonly [code: string]: string } = {
  ENOENT: 'the file does not exist',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
}

/** The source of messages, and the column or field. */
export interface MessageSource {
  readonly cwd: string
  /** A file, or `-` for standard input. */
  readonly file: string
  readonly column?: string
  stdin(): NodeJS.ReadableStream
}

/**
 * Reads messages one after another, except empty ones: from `.csv` and `.tsv` those in one column, from `.ndjson` and
 * `.jsonl` a string or one field of an object per line, else one per line. Standard input is lines, or a table if a
 * column is named.
 */
export async function* readMessages({ cwd, file, column, stdin }: MessageSource): AsyncGenerator<string> {
  const bytes = file === '-' ? stdin() : createReadStream(resolve(cwd, file))
  // A stream of a process or a file yields buffers, or strings if an encoding was set.
  const text = decoded(bytes as AsyncIterable<Uint8Array | string>, file)
  const source = { text, file, ...(column !== undefined && { column }) }
  for await (const message of inForm(source)) {
    const trimmed = message.trim()
    if (trimmed !== '') yield trimmed
  }
}

async function* inForm(source: MessageText): AsyncIterable<string> {
  const extension = extname(source.file).toLowerCase()
  const isTable = extension === '.csv' || extension === '.tsv' || (source.file === '-' && source.column !== undefined)
  if (isTable) {
    const { messagesInTable } = await import('./messages-in-table.ts')
    yield* messagesInTable(source)
  } else if (extension === '.ndjson' || extension === '.jsonl') yield* messagesInJson(source)
  else yield* messagesInLines(source.text)
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
async function* messagesInJson({ text, file, column }: MessageText): AsyncGenerator<string> {
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
  return new OperationError('usage', `${place} is not a message`, {
    help: 'each line must be a JSON string, or an object with the message in a field',
  })
}

/** The lines of a text that arrives in pieces, with any line endings. */
async function* messagesInLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of text) {
    const lines = (rest + piece).split(/\r\n|\r|\n/)
    rest = (lines.pop() ?? '').slice(0, longest)
    yield* lines
  }
  yield rest
}
