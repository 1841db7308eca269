import { sql } from 'kysely'
import { type DatabaseLocation, openDatabase } from '../../src/database/open-database.ts'

/** Every table of a database and its rows as text, in an order of their own. */
export async function tableContents(location: DatabaseLocation): Promise<ReadonlyMap<string, readonly string[]>> {
  const { kysely, close } = await openDatabase(location, { asItIs: true })
  try {
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_name not like 'kysely%' order by table_name
    `.execute(kysely)
    const contents = new Map<string, readonly string[]>()
    for (const { name } of rows) {
      const found = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t order by 1`.execute(
        kysely,
      )
      contents.set(
        name,
        found.rows.map(({ text }) => text),
      )
    }
    return contents
  } finally {
    await close()
  }
}
