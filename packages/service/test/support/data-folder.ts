import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '../../src/database/embedded-database.ts'
import { createTemplate } from '../../src/index.ts'

/** A data folder whose database is empty but made: the slow part is done once a machine. */
export async function newDataFolder(): Promise<{ dataFolder: string; remove: () => void }> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'service-test-'))
  const database = await openEmbeddedDatabase({ folder: join(dataFolder, 'pgdata'), template: await cachedTemplate() })
  await database.close()
  return { dataFolder, remove: () => rmSync(dataFolder, { recursive: true, force: true }) }
}

async function cachedTemplate(): Promise<string> {
  const path = join(tmpdir(), `service-test-template-${process.version}.tar.gz`)
  if (existsSync(path)) return path
  const fresh = `${path}.${process.pid}`
  await createTemplate(fresh)
  renameSync(fresh, path)
  return path
}
