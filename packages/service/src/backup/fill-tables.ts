import { InternalError } from '@scenewright/model'
import type { Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { CopyOptions, CopySummary } from './back-up.ts'
import { insertRows, usePlainText } from './copy-rows.ts'
import { readBackupLines } from './read-backup-file.ts'
import { type SequenceState, setSequences } from './sequences.ts'
import type { TableShape } from './table-shapes.ts'

/** A batch is as large as this, in characters of JSON, or has so many rows. */
const batchLength = 1024 * 1024
const batchRows = 500

/** What stands between the rows of a backup. */
type Mark = { readonly table: string } | { readonly sequences: readonly SequenceState[] }

/** Adds the rows of a whole backup to empty tables. Rejects with an AbortError where the signal comes. */
export async function fillTables(
  transaction: Transaction<Tables>,
  tables: readonly TableShape[],
  { file, signal, onProgress = () => {} }: CopyOptions,
): Promise<CopySummary> {
  await usePlainText(transaction)
  let table: TableShape | undefined
  let batch: string[] = []
  let length = 0
  let count = 0
  const flush = async () => {
    if (table !== undefined && batch.length > 0) await insertRows(transaction, table, batch)
    count += batch.length
    if (batch.length > 0) onProgress(count)
    batch = []
    length = 0
  }
  for await (const text of withoutHeader(readBackupLines(file))) {
    signal?.throwIfAborted()
    if (text.startsWith('[')) {
      batch.push(text)
      length += text.length
      if (length >= batchLength || batch.length === batchRows) await flush()
      continue
    }
    await flush()
    // The checksum says that the line is as the backup wrote it.
    const mark = JSON.parse(text) as Mark
    if ('table' in mark) table = tableNamed(mark.table, tables)
    else await setSequences(transaction, mark.sequences)
  }
  return { tables: tables.length, rows: count }
}

async function* withoutHeader(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let isHeader = true
  for await (const line of lines) {
    if (!isHeader) yield line
    isHeader = false
  }
}

function tableNamed(name: string, tables: readonly TableShape[]): TableShape {
  const table = tables.find(known => known.name === name)
  if (table === undefined) throw new InternalError(`The backup has rows of the table ${name}, which its head has not.`)
  return table
}
