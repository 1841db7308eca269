import { Readable } from 'node:stream'
import { OperationError } from '@scenewright/model'
import { CsvError, parse } from 'csv-parse'

/** Longer than any message; otherwise an open quote would make the rest of the file one cell. */
const maxRowLength = 1_000_000

/** A row of a table, and the line in its file at which it ends. */
interface TableRow {
  readonly cells: readonly string[]
  readonly line: number
}

/**
 * The rows of a table in CSV (RFC 4180), separated by commas, semicolons or tabs, as its first line shows. Empty lines
 * are skipped, and rows may differ in length. An invalid table is a usage error that names `file`.
 */
export async function* readTable(text: AsyncIterable<string>, file: string): AsyncGenerator<TableRow> {
  const pieces = text[Symbol.asyncIterator]()
  const first = await firstLine(pieces)
  const rows = Readable.from(joined(first, pieces)).pipe(
    parse({
      delimiter: detectDelimiter(first),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRowLength,
    }),
  )
  try {
    for await (const { record, info } of rows as AsyncIterable<ParsedRow>) yield { cells: record, line: info.lines }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new OperationError('usage', `cannot read "${file}": ${cause.message}`, {
      help: 'quote a whole field, and double the quotes within it',
      cause,
    })
  }
}

interface ParsedRow {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
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
