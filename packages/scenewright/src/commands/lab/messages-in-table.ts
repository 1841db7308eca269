import { Readable } from 'node:stream'
import { OperationError } from '@scenewright/model'
import { CsvError, parse } from 'csv-parse'
import { createRowReader, type MessageText, type ReadMessage } from './message-columns.ts'

/** Longer than any message; otherwise an open quote would make the rest of the file one message. */
const maxRowLength = 1_000_000

/** The messages of a table whose first row contains the column names. An invalid table is a usage error. */
export async function* messagesInTable({ text, ...source }: MessageText): AsyncGenerator<ReadMessage> {
  const pieces = text[Symbol.asyncIterator]()
  const first = await firstLine(pieces)
  const rows = Readable.from(joined(first, pieces)).pipe(
    parse({
      delimiter: detectDelimiter(first),
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRowLength,
    }),
  )
  let read: ReturnType<typeof createRowReader> | undefined
  try {
    for await (const row of rows as AsyncIterable<readonly string[]>) {
      if (read === undefined) read = createRowReader(row, source)
      else yield read(row)
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new OperationError('usage', `cannot read "${source.file}": ${cause.message}`, {
      help: 'quote a whole field, and double the quotes within it',
      cause,
    })
  }
}

async function firstLine(pieces: AsyncIterator<string>): Promise<string> {
  let text = ''
  while (!/[\r\n]/.test(text) && text.length < maxRowLength) {
    const { value, done } = await pieces.next()
    if (done) break
    text += value
  }
  return text
}

async function* joined(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
}

/** The delimiter between column names: in many countries, spreadsheets write semicolons. */
function detectDelimiter(text: string): string {
  const [header = ''] = text.split(/[\r\n]/)
  const counts = [',', ';', '\t'].map(sign => [sign, header.split(sign).length] as const)
  const [mostFrequent] = counts.sort(([, a], [, b]) => b - a)
  return mostFrequent?.[0] ?? ','
}
