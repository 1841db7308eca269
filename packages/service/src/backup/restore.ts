import { InternalError, OperationError } from '@scenewright/model'
import { sql, type Transaction } from 'kysely'
import { migrate, migrationsDone } from '../database/migrate.ts'
import { migrations as known } from '../database/migrations/all.ts'
import { type Database, type DatabaseLocation, useDatabase } from '../database/open-database.ts'
import type { Tables } from '../database/tables.ts'
import type { CopyOptions, CopySummary } from './back-up.ts'
import { type BackupHeader, checkBackupFile, readBackupLines, readHeader } from './backup-file.ts'
import {
  insertRows,
  readTableShapes,
  type SequenceState,
  setSequences,
  type TableShape,
  usePlainText,
} from './tables.ts'

/** The maximum size of a batch, in characters of JSON, and in rows. */
const batchLength = 1024 * 1024

const batchRows = 500

/** A line of a backup that is not a row. */
type Mark = { readonly table: string } | { readonly sequences: readonly SequenceState[] }

/**
 * Fills an empty database from a backup in one transaction, and migrates its tables to the current version. Rejects
 * with an OperationError: `usage` for a file that is not a complete backup or a database that is not empty, `state` if
 * the data folder is in use. A data folder may have lost its database.
 */
export async function restore(options: DatabaseLocation & CopyOptions): Promise<CopySummary> {
  const { file, directUrl, ...location } = options
  await checkBackupFile(file)
  const header = await headerOf(file)
  // Migrations need the direct address.
  const place = directUrl === undefined ? location : { ...location, databaseUrl: directUrl }
  return useDatabase(place, { asItIs: true, replacesLost: true }, async database => {
    await makeTables(database, header)
    const summary = await database.kysely.transaction().execute(transaction => fill(transaction, header, options))
    await migrate(database.kysely)
    return summary
  })
}

async function headerOf(file: string): Promise<BackupHeader> {
  for await (const line of readBackupLines(file)) return requireKnown(readHeader(line, file), file)
  throw new OperationError('usage', `"${file}" is an empty backup.`)
}

function requireKnown(header: BackupHeader, file: string): BackupHeader {
  if (header.migrations.every(name => Object.hasOwn(known, name))) return header
  throw new OperationError('usage', `"${file}" was created by a later version of the service.`, {
    help: 'Restore it with the version of Scenewright that created it, or a later one.',
  })
}

/**
 * Creates the tables of the backup's version; later migrations run after they are filled. A new data folder has the
 * tables of this version: if all are empty, they are replaced.
 */
async function makeTables({ kysely, isShared }: Database, { migrations }: BackupHeader): Promise<void> {
  const done = await migrationsDone(kysely)
  if (done.length === 0) return migrate(kysely, migrations.at(-1))
  if (done.join() === migrations.join()) return
  if (!isShared) {
    await kysely.transaction().execute(async transaction => {
      await requireEmpty(transaction, await readTableShapes(transaction))
      await sql`drop schema public cascade`.execute(transaction)
      await sql`create schema public`.execute(transaction)
    })
    return migrate(kysely, migrations.at(-1))
  }
  throw new OperationError('usage', 'The database has the tables of a different version than the backup.', {
    help: 'Restore into a new folder, or into a database without tables.',
  })
}

async function fill(
  transaction: Transaction<Tables>,
  header: BackupHeader,
  options: CopyOptions,
): Promise<CopySummary> {
  const tables = await readTableShapes(transaction)
  requireSameTables(tables, header, options.file)
  await requireEmpty(transaction, tables)
  // The backup also contains the rows that triggers write.
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(transaction)
  const summary = await fillTables(transaction, tables, options)
  for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(transaction)
  return summary
}

function requireSameTables(tables: readonly TableShape[], header: BackupHeader, file: string): void {
  const own = tables.map(({ name, columns }) => ({ name, columns: columns.map(column => column.name) }))
  if (JSON.stringify(own) === JSON.stringify(header.tables)) return
  throw new OperationError('usage', `The tables of "${file}" differ from those of the database.`, {
    help: 'Restore into a new folder, or into a database without tables.',
  })
}

/** No other process can fill them in the meantime. */
async function requireEmpty(transaction: Transaction<Tables>, tables: readonly TableShape[]): Promise<void> {
  for (const { name } of tables) {
    const table = sql.table(name)
    await sql`lock table ${table} in exclusive mode`.execute(transaction)
    const { rows } = await sql`select 1 from ${table} limit 1`.execute(transaction)
    if (rows.length === 0) continue
    throw new OperationError('usage', `The database is not empty: the table "${name}" has rows.`, {
      help: 'Restore into a new folder, or into a database without tables.',
    })
  }
}

/** Inserts all rows of a backup into empty tables. Rejects with an AbortError if the signal is aborted. */
async function fillTables(
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
    // The checksum guarantees the form of the line.
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
  if (table === undefined)
    throw new InternalError(`The backup contains rows of the table ${name}, which its header does not list.`)
  return table
}
