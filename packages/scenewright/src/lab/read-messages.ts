import { createReadStream } from 'node:fs'
import { extname, resolve } from 'node:path'
import { decoded } from './decoded.ts'
import { messagesInJson } from './messages-in-json.ts'
import { messagesInLines } from './messages-in-lines.ts'

/** Where messages stand, and in which column or field. */
export interface MessageSource {
  readonly cwd: string
  /** A file, or `-` for standard input. */
  readonly file: string
  readonly column?: string
  stdin(): NodeJS.ReadableStream
}

/**
 * Reads messages one after another, without those that are empty: from `.csv` and `.tsv` those of one column, from
 * `.ndjson` and `.jsonl` a string or one field of an object a line, else a line each. Standard input is lines, or a table
 * where a column is named.
 */
export async function* readMessages({ cwd, file, column, stdin }: MessageSource): AsyncGenerator<string> {
  const bytes = file === '-' ? stdin() : createReadStream(resolve(cwd, file))
  // A stream of a process or a file gives buffers, or strings where somebody has set an encoding.
  const text = decoded(bytes as AsyncIterable<Uint8Array | string>, file)
  const source = { text, file, ...(column !== undefined && { column }) }
  for await (const message of inForm(source)) {
    const trimmed = message.trim()
    if (trimmed !== '') yield trimmed
  }
}

/** A text with messages in it, and what the caller calls it. */
export interface MessageText {
  readonly text: AsyncIterable<string>
  readonly file: string
  readonly column?: string
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
