import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '../../src/database/embedded-database.ts'
import { createTemplate } from '../../src/index.ts'

/** A folder that goes away. */
export interface DataFolder {
  readonly dataFolder: string
  remove(): void
}

/** An empty data folder. */
export function newFolder(): DataFolder {
  const dataFolder = mkdtempSync(join(tmpdir(), 'service-test-'))
  return { dataFolder, remove: () => rmSync(dataFolder, { recursive: true, force: true }) }
}

/** A data folder whose database has its tables and no rows: the slow part is done once a machine. */
export async function newDataFolder(): Promise<DataFolder> {
  const folder = newFolder()
  cpSync(await cachedDatabase(), join(folder.dataFolder, 'pgdata'), { recursive: true })
  return folder
}

/** The files of a database without rows, made once a machine. */
async function cachedDatabase(): Promise<string> {
  const template = await cachedTemplate()
  const path = template.replace(/\.tar\.gz$/, '')
  if (existsSync(path)) return path
  const fresh = `${path}.${process.pid}`
  const database = await openEmbeddedDatabase({ folder: fresh, template })
  await database.close()
  try {
    renameSync(fresh, path)
  } catch {
    // Another process was first.
    rmSync(fresh, { recursive: true, force: true })
  }
  return path
}

/** The archive of a database without rows, made once a machine. */
export async function cachedTemplate(): Promise<string> {
  const path = join(tmpdir(), `service-test-template-${process.version}-${hashOfTables()}.tar.gz`)
  if (existsSync(path)) return path
  const fresh = `${path}.${process.pid}`
  await createTemplate(fresh)
  renameSync(fresh, path)
  return path
}

/** Other tables, another archive. */
function hashOfTables(): string {
  const folder = new URL('../../src/database/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const name of readdirSync(folder).sort()) hash.update(readFileSync(new URL(name, folder)))
  return hash.digest('hex').slice(0, 16)
}
