import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'
import type { TableShape } from './table-shapes.ts'

/** Rows read at once. One may hold some megabytes, so that few are enough. */
const rowsAtOnce = 32

/** The settings under which values are written the same everywhere. */
const plainText = [
  `set local datestyle = 'ISO, YMD'`,
  `set local timezone = 'UTC'`,
  `set local bytea_output = 'hex'`,
  `set local intervalstyle = 'postgres'`,
  'set local extra_float_digits = 1',
]

/** Has all values of a transaction read and written the same way, whatever the server is set to. */
export async function usePlainText(transaction: Transaction<Tables>): Promise<void> {
  for (const setting of plainText) await sql.raw(setting).execute(transaction)
}

/**
 * The rows of a table as it stands in the transaction: each a JSON array, in one line, with what PostgreSQL itself writes
 * for each column.
 */
export async function* readRows(transaction: Transaction<Tables>, table: TableShape): AsyncGenerator<string> {
  const columns = table.columns.map(({ name }) => sql`${sql.ref(name)}::text`)
  await sql`
    declare backup no scroll cursor for select json_build_array(${sql.join(columns)})::text as row from ${sql.table(table.name)}
  `.execute(transaction)
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(rowsAtOnce)} from backup`.execute(transaction)
    for (const { row } of rows) yield row
    if (rows.length < rowsAtOnce) break
  }
  await sql`close backup`.execute(transaction)
}

/** Adds rows, as `readRows` gives them, to a table; columns that count by themselves included. */
export async function insertRows(kysely: Kysely<Tables>, table: TableShape, rows: readonly string[]): Promise<void> {
  const names = table.columns.map(({ name }) => sql.ref(name))
  // The type is the database's own name for it.
  const values = table.columns.map(({ type }, index) => sql`(r.value->>${sql.lit(index)})::${sql.raw(type)}`)
  await sql`
    insert into ${sql.table(table.name)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from json_array_elements(${`[${rows.join()}]`}::json) with ordinality r(value, place)
    order by r.place
  `.execute(kysely)
}
