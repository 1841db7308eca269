import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { requireReplaceable } from '@scenewright/model/file-access'
import type { Transaction } from 'kysely'
import { migrationsDone } from '../database/migrate.ts'
import { type DatabaseLocation, useDatabase } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import { backupHeader } from './backup-file.ts'
import { readRows, readSequences, readTableShapes, usePlainText } from './tables.ts'
import { requireForeignFile, writeWholeFile } from './whole-file.ts'

/** Options of a backup or a restore. */
export interface CopyOptions {
  readonly file: string
  readonly signal?: AbortSignal
  /** Called from time to time with the number of finished rows. */
  readonly onProgress?: (rows: number) => void
}

/** The amount of copied data. */
export interface CopySummary {
  readonly tables: number
  readonly rows: number
}

/** The number of rows between two progress reports. */
const progressEvery = 1000

/**
 * Writes all data of the database to a file, in a consistent snapshot. Rejects with an OperationError: `usage` if there
 * is no service database or the file cannot be written, `state` if the data folder is in use.
 */
export async function backUp(options: DatabaseLocation & CopyOptions): Promise<CopySummary> {
  requireReplaceable(options.file)
  await requireForeignFile(options.file, options)
  return useDatabase(options, { asItIs: true, mustExist: true }, ({ kysely }) => {
    // One snapshot for all tables, while services continue to write.
    const snapshot = kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return snapshot.execute(transaction => copyOut(transaction, options))
  })
}

async function copyOut(
  transaction: Transaction<Tables>,
  { file, signal, onProgress = () => {} }: CopyOptions,
): Promise<CopySummary> {
  const migrations = await migrationsDone(transaction)
  await usePlainText(transaction)
  const tables = await readTableShapes(transaction)
  let count = 0

  async function* lines(): AsyncGenerator<string> {
    const named = tables.map(({ name, columns }) => ({ name, columns: columns.map(column => column.name) }))
    yield JSON.stringify(backupHeader({ migrations, tables: named }))
    for (const table of tables) {
      yield JSON.stringify({ table: table.name })
      for await (const row of readRows(transaction, table)) {
        yield row
        count += 1
        if (count % progressEvery === 0) onProgress(count)
      }
    }
    yield JSON.stringify({ sequences: await readSequences(transaction, tables) })
  }
  await writeWholeFile(file, part =>
    pipeline(Readable.from(withChecksum(lines())), createGzip({ level: 4 }), part, { signal }),
  )
  return { tables: tables.length, rows: count }
}

/** The lines, followed by one with their checksum. Many per chunk, because single ones would be slow. */
async function* withChecksum(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let gathered = ''
  const chunk = () => {
    const bytes = Buffer.from(gathered)
    gathered = ''
    hash.update(bytes)
    return bytes
  }
  for await (const line of lines) {
    gathered += `${line}\n`
    if (gathered.length >= 65_536) yield chunk()
  }
  yield chunk()
  yield Buffer.from(`${JSON.stringify({ end: true, sha256: hash.digest('hex') })}\n`)
}
