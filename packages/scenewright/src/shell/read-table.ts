import { Readable } from 'node:stream'
import { OperationError } from '@scenewright/model'
import { count } from '@scenewright/model/text'
import { CsvError, parse } from 'csv-parse'

/** Longer than any message; otherwise an open quote would make the rest of the file one cell. */
const maxRowLength = 1_000_000

const delimiterNames: { readonly [delimiter: string]: string } = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }

/** A row of a table, and the line in its file at which it ends. */
interface TableRow {
  readonly cells: readonly string[]
  readonly line: number
}

/**
 * The rows of a table in CSV (RFC 4180) with any line ends, separated by commas, semicolons or tabs, as its first line
 * shows, or as a line `sep=;` before it says, which some spreadsheets write. Empty lines are skipped, and rows may be
 * shorter than the first one. An invalid table is a usage error that names `file`, and so is a row with more cells, apart
 * from empty ones at its end.
 */
export async function* readTable(text: AsyncIterable<string>, file: string): AsyncGenerator<TableRow> {
  const pieces = text[Symbol.asyncIterator]()
  const first = await firstLine(pieces)
  const lines = first.split(/\r\n|\r|\n/)
  const start = lines.findIndex(isNotBlank)
  const header = lines[start] ?? ''
  const named = /^\ufeff?"?sep=(.)"?\s*$/i.exec(header)?.[1]
  const delimiter = named ?? detectDelimiter(header, file)
  const skipped = named === undefined ? 0 : start + 1
  // Noted while parsing: rows that were not taken yet are lost in an error.
  let last: Position = { lines: skipped, empty_lines: 0 }
  // csv-parse counts two lines for each CRLF in a cell.
  let countedTwice = 0
  const rows = Readable.from(joined(first, pieces)).pipe(
    parse({
      delimiter,
      // By default, the first row decides for all of them.
      record_delimiter: ['\r\n', '\n', '\r'],
      from_line: skipped + 1,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRowLength,
      on_record(record: readonly string[], { lines, empty_lines }) {
        countedTwice += record.reduce((sum, cell) => sum + cell.split('\r\n').length - 1, 0)
        last = { lines: lines - countedTwice, empty_lines }
        const row: ParsedRow = { record, line: last.lines }
        // Without `columns`, the types allow only other cells as the result.
        return row as never
      },
    }),
  )
  try {
    let columns: number | undefined
    for await (const { record, line } of rows as AsyncIterable<ParsedRow>) {
      if (record.length === 1 && !record.some(isNotBlank)) continue
      columns ??= record.length
      const cells = record.length > columns ? withoutEmptyEnd(record) : record
      if (cells.length > columns) throw tooManyCells({ cells, line }, { columns, delimiter, file })
      yield { cells, line }
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw unreadable(cause, last, file)
  }
}

/** The line at which a row ends, and the number of empty lines before. */
interface Position {
  readonly lines: number
  readonly empty_lines: number
}

/** Of a quote without an end, csv-parse only knows where it has stopped to look for it. */
function unreadable(cause: CsvError, last: Position, file: string): OperationError {
  const start = `line ${last.lines + 1 + Number(cause.empty_lines) - last.empty_lines} of "${file}"`
  if (cause.code === 'CSV_QUOTE_NOT_CLOSED') {
    const help = 'close the quote, or put the whole cell in quotes and double the quotes within it'
    return new OperationError('usage', `${start} begins a row with a quote that is not closed`, { help, cause })
  }
  if (cause.code === 'CSV_MAX_RECORD_SIZE') {
    const help = 'probably a quote is not closed'
    return new OperationError('usage', `${start} begins a row of more than ${maxRowLength} bytes`, { help, cause })
  }
  const help = 'quote a whole field, and double the quotes within it'
  return new OperationError('usage', `cannot read "${file}": ${cause.message}`, { help, cause })
}

interface ParsedRow {
  readonly record: readonly string[]
  readonly line: number
}

function withoutEmptyEnd(cells: TableRow['cells']): TableRow['cells'] {
  return cells.slice(0, cells.findLastIndex(isNotBlank) + 1)
}

function isNotBlank(text: string): boolean {
  return text.trim() !== ''
}

interface TableForm {
  readonly columns: number
  readonly delimiter: string
  readonly file: string
}

function tooManyCells({ cells, line }: TableRow, { columns, delimiter, file }: TableForm): OperationError {
  const message = `line ${line} of "${file}" has ${cells.length} cells, but the table has ${count(columns, 'column')}`
  return new OperationError('usage', message, {
    help: `probably a cell contains a ${delimiterNames[delimiter] ?? `"${delimiter}"`}: put the whole cell in quotes`,
  })
}

/** The text up to the end of the first line that is not blank, and possibly more. */
async function firstLine(pieces: AsyncIterator<string>): Promise<string> {
  let text = ''
  while (!/[\r\n]/.test(text.trimStart()) && text.length < maxRowLength) {
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

/**
 * The delimiter between column names: in many countries, spreadsheets write semicolons. Those in quotes do not count. In
 * a file for tabs, one tab is enough.
 */
function detectDelimiter(header: string, file: string): string {
  const bare = header.replace(/"(?:[^"]|"")*"/g, '')
  const isForTabs = /\.tsv$/i.test(file)
  if (isForTabs && bare.includes('\t')) return '\t'
  const signs = isForTabs ? ['\t', ',', ';'] : [',', ';', '\t']
  const counts = signs.map(sign => [sign, bare.split(sign).length] as const)
  const [mostFrequent] = counts.sort(([, a], [, b]) => b - a)
  return mostFrequent?.[0] ?? ','
}
