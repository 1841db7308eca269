import { type Kysely, Migrator, sql } from 'kysely'
import { migrations } from './migrations/all.ts'
import type { Tables } from './tables.ts'

/**
 * Migrates the tables to the current version, or to the migration with that name. Rejects with the database's own
 * error.
 */
export async function migrate(kysely: Kysely<Tables>, upTo?: string): Promise<void> {
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error !== undefined) throw error
}

/** The names of the applied migrations, in order; none for a database without tables. */
export async function migrationsDone(kysely: Kysely<Tables>): Promise<readonly string[]> {
  const found = await sql<{ is_there: boolean }>`
    select to_regclass('kysely_migration') is not null as is_there
  `.execute(kysely)
  if (found.rows[0]?.is_there !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(kysely)
  return rows.map(({ name }) => name)
}
