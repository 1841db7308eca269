import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Kysely } from 'kysely'
import { openEmbeddedDatabase } from './embedded-database.ts'
import { EmbeddedDialect } from './embedded-dialect.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

/**
 * Writes the archive of a database that has its tables and no rows to `path`: a service that finds it beside its worker
 * file starts for the first time in about a second rather than in five (measured on two cores).
 */
export async function createTemplate(path: string): Promise<void> {
  const database = await openEmbeddedDatabase({})
  const kysely = new Kysely<Tables>({ dialect: new EmbeddedDialect(database) })
  try {
    await migrate(kysely)
    await database.dump(path)
  } finally {
    await kysely.destroy()
  }
}

/** The archive beside the worker file, or undefined where none was shipped. */
export function shippedTemplate(): string | undefined {
  const path = fileURLToPath(new URL('./pgdata-template.tar.gz', import.meta.url))
  return existsSync(path) ? path : undefined
}
