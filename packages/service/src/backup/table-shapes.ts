import { InternalError } from '@scenewright/model'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../database/tables.ts'

/** A column that holds data of its own, and its type as the database writes it. */
interface ColumnShape {
  readonly name: string
  readonly type: string
  /** The sequence that counts it, as the database names it; null for most. */
  readonly sequence: string | null
}

/** A table as the database has it. */
export interface TableShape {
  readonly name: string
  readonly columns: readonly ColumnShape[]
}

/**
 * Every table of the service, each after those that its rows point at; asked of the database, so that no list has to
 * be kept. Columns that the database works out by itself are left out.
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

/** Takes, again and again, the first table whose targets have all been taken. */
function inOrder(shapes: readonly TableShape[], references: readonly Reference[]): readonly TableShape[] {
  const taken = new Map<string, TableShape>()
  while (taken.size < shapes.length) {
    const next = shapes.find(
      ({ name }) => !taken.has(name) && references.every(({ from, to }) => from !== name || taken.has(to)),
    )
    if (next === undefined) throw new InternalError('The tables point at each other in a circle.')
    taken.set(next.name, next)
  }
  return [...taken.values()]
}
