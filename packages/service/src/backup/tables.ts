import { InternalError } from '@scenewright/model'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** A column with its own data, and its type as the database writes it. */
interface ColumnShape {
  readonly name: string
  readonly type: string
  /** The sequence of its default values, as the database names it; null for most. */
  readonly sequence: string | null
}

/** A table as the database describes it. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly ColumnShape[]
}

/**
 * Every table of the service, each after those that its rows refer to; read from the database, so that there is no list
 * to maintain. Generated columns are left out.
 */
export async function readTableShapes(kysely: Kysely<Tables>): Promise<readonly TableShape[]> {
  const columns = await sql<ColumnShape & { readonly table: string }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname not like 'kysely\\_%'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by c.relname, a.attnum
  `.execute(kysely)
  const byTable = new Map<string, ColumnShape[]>()
  for (const { table, ...column } of columns.rows) byTable.set(table, [...(byTable.get(table) ?? []), column])
  const shapes = Array.from(byTable, ([name, own]) => ({ name, columns: own }))
  return inOrder(shapes, await readReferences(kysely))
}

interface Reference {
  readonly from: string
  readonly to: string
}

async function readReferences(kysely: Kysely<Tables>): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    select distinct f.relname as from, t.relname as to
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.conrelid <> k.confrelid and k.connamespace = current_schema()::regnamespace
  `.execute(kysely)
  return rows
}

/** Repeatedly takes the first table whose targets have all been taken. */
function inOrder(shapes: readonly TableShape[], references: readonly Reference[]): readonly TableShape[] {
  const taken = new Map<string, TableShape>()
  while (taken.size < shapes.length) {
    const next = shapes.find(
      ({ name }) => !taken.has(name) && references.every(({ from, to }) => from !== name || taken.has(to)),
    )
    if (next === undefined) throw new InternalError('The tables refer to each other in a cycle.')
    taken.set(next.name, next)
  }
  return [...taken.values()]
}

/** The number of rows read at once. One may have several megabytes, so the number is small. */
const rowsAtOnce = 32

/** The settings with which values are written in the same form everywhere. */
const plainText = [
  `set local datestyle = 'ISO, YMD'`,
  `set local timezone = 'UTC'`,
  `set local bytea_output = 'hex'`,
  `set local intervalstyle = 'postgres'`,
  'set local extra_float_digits = 1',
]

/** Makes a transaction read and write all values in the same form, independent of the server's settings. */
export async function usePlainText(transaction: Transaction<Tables>): Promise<void> {
  for (const setting of plainText) await sql.raw(setting).execute(transaction)
}

/**
 * The rows of a table in the transaction's snapshot: each a JSON array, on one line, with PostgreSQL's own text for
 * each column.
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

/** Inserts rows, in the form of `readRows`, into a table; including columns with sequences. */
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

/** The current value of a column's sequence. */
export interface SequenceState {
  readonly table: string
  readonly column: string
  readonly last: string
}

/** The current values of the sequences of all columns. */
export async function readSequences(
  kysely: Kysely<Tables>,
  tables: readonly TableShape[],
): Promise<readonly SequenceState[]> {
  const states: SequenceState[] = []
  for (const { name, columns } of tables) {
    for (const { name: column, sequence } of columns) {
      if (sequence === null) continue
      const { rows } = await sql<{ last: string | null }>`
        select case when is_called then last_value::text end as last from ${sql.raw(sequence)}
      `.execute(kysely)
      const last = rows[0]?.last
      if (typeof last === 'string') states.push({ table: name, column, last })
    }
  }
  return states
}

/** Sets the sequences of the columns to these values. */
export async function setSequences(kysely: Kysely<Tables>, states: readonly SequenceState[]): Promise<void> {
  for (const { table, column, last } of states) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}), ${last}::bigint)`.execute(kysely)
  }
}
