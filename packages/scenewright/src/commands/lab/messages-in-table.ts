import { readTable } from '../../shell/read-table.ts'
import { readCell } from '../../shell/table-cells.ts'
import { createRowReader, type MessageText, type ReadMessage } from './message-columns.ts'

/**
 * The messages of a table whose first row contains the column names. Blank rows are skipped. An invalid table is a
 * usage error.
 */
export async function* messagesInTable({ text, ...source }: MessageText): AsyncGenerator<ReadMessage> {
  let read: ReturnType<typeof createRowReader> | undefined
  for await (const { cells, line } of readTable(text, source.file)) {
    if (read === undefined) read = createRowReader(cells, { ...source, place: `"${source.file}"` })
    else if (cells.some(cell => cell.trim() !== ''))
      yield read(
        cells.map(cell => readCell(cell.trim())),
        `line ${line} of "${source.file}"`,
      )
  }
}
