import { sql } from 'kysely'
import { type DatabaseLocation, openDatabase } from '../../src/database/open-database.ts'

/** What a database holds. */
export interface Contents {
  /** Every table and its rows as text, in an order of their own. */
  readonly tables: ReadonlyMap<string, readonly string[]>
  /** The number that the next bot gets; it is used up. */
  readonly next: number | undefined
}

/** Reads all that a database holds, by another way than a backup does. */
export async function contentsOf(location: DatabaseLocation): Promise<Contents> {
  const { kysely, close } = await openDatabase(location, { asItIs: true })
  try {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_name not like 'kysely%' order by table_name
    `.execute(kysely)
    const tables = new Map<string, readonly string[]>()
    for (const { name } of rows) {
      const query = sql<{ text: string }>`select t::text as text from ${sql.table(name)} t order by 1`
      const found = await query.execute(kysely)
      tables.set(
        name,
        found.rows.map(({ text }) => text),
      )
    }
    const counted = await sql<{ next: number }>`
      select nextval(pg_get_serial_sequence('bots', 'sequence'))::integer as next
    `.execute(kysely)
    return { tables, next: counted.rows[0]?.next }
  } finally {
    await close()
  }
}
