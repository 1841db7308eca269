import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openEmbeddedDatabase } from './embedded-database.ts'

/**
 * Writes the archive of an empty database to `path`: a service that finds it beside its worker file starts for the
 * first time in 0.8 s rather than 4.4 s (measured on two cores).
 */
export async function createTemplate(path: string): Promise<void> {
  const database = await openEmbeddedDatabase({})
  try {
    await database.dump(path)
  } finally {
    await database.close()
  }
}

/** The archive beside the worker file, or undefined where none was shipped. */
export function shippedTemplate(): string | undefined {
  const path = fileURLToPath(new URL('./pgdata-template.tar.gz', import.meta.url))
  return existsSync(path) ? path : undefined
}
