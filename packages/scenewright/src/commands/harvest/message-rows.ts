import type { MaskedText } from '@scenewright/checker/personal-data'
import type { JournalRecord } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { readTable } from '../../shell/read-table.ts'
import { byteOrderMark, readCell, tableRow } from '../../shell/table-cells.ts'

/** A message of a customer, as it is written. */
export interface MessageRow {
  readonly message: string
  /** When it arrived, in ISO 8601. */
  readonly date: string
  readonly status: string
  /** The reply; empty if there is none, or the journal does not contain it. */
  readonly answer: string
  /** The id of the record in the journal. */
  readonly id: string
}

const columns = ['message', 'date', 'status', 'answer', 'id'] as const satisfies readonly (keyof MessageRow)[]

/** A record of the journal as a row, with masked texts. */
export function createRow(
  record: JournalRecord,
  mask: (text: string) => MaskedText,
): MessageRow & Pick<MaskedText, 'kinds'> {
  const [message, answer] = [mask(textOf(record.prompt)), mask(textOf(record.answer))]
  return {
    message: message.text,
    date: textOf(record.created_at),
    status: textOf(record.status),
    answer: answer.text,
    id: record.unique_id,
    kinds: [...message.kinds, ...answer.kinds],
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : ''
}

/** A format of files of messages. */
export interface RowFormat {
  /** The text before the first row. */
  readonly head: string
  write(row: MessageRow): string
  /** The ids of the rows in a text that this format wrote. */
  readIds(text: AsyncIterable<string>, file: string): AsyncIterable<string>
}

const csv: RowFormat = {
  head: byteOrderMark + lineOf(columns),
  write: row => lineOf(columns.map(column => row[column])),
  async *readIds(text, file) {
    let isHead = true
    for await (const { cells } of readTable(text, file)) {
      if (!isHead) yield readCell(cells[columns.indexOf('id')] ?? '')
      isHead = false
    }
  },
}

const jsonLines: RowFormat = {
  head: '',
  write: row => `${JSON.stringify(Object.fromEntries(columns.map(column => [column, row[column]])))}\n`,
  async *readIds(text) {
    let rest = ''
    for await (const piece of text) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) yield JSON.parse(line).id
    }
  },
}

function lineOf(cells: readonly string[]): string {
  return `${tableRow(cells, ',')}\n`
}

const formats: readonly (readonly [suffix: RegExp, format: RowFormat])[] = [
  [/\.csv$/i, csv],
  [/\.(?:jsonl|ndjson)$/i, jsonLines],
]

/** The format of a file by its name; any other name is a usage error. */
export function rowFormatOf(file: string): RowFormat {
  const found = formats.find(([suffix]) => suffix.test(file))
  if (found !== undefined) return found[1]
  throw new OperationError('usage', `"${file}" has no known format`, {
    help: 'name the file .csv, .jsonl or .ndjson',
  })
}
