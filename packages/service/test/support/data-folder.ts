import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptFolder } from '../../../../test/temporary.ts'
import { openEmbeddedDatabase } from '../../src/database/embedded-database.ts'
import { createTemplate, unpackTemplate } from '../../src/database/template.ts'
import { type Accounts, addAccounts } from './accounts.ts'

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

/** A data folder that holds the accounts of a world, and nothing else. */
export async function newWorldFolder(): Promise<DataFolder & { readonly accounts: Accounts }> {
  const folder = newFolder()
  return { ...folder, accounts: await copyWorld(folder.dataFolder) }
}

/** Copies the database of such a folder into another one; its accounts. */
export async function copyWorld(dataFolder: string): Promise<Accounts> {
  const cached = await cachedWorld()
  cpSync(join(cached, 'pgdata'), join(dataFolder, 'pgdata'), { recursive: true })
  return JSON.parse(readFileSync(join(cached, 'accounts.json'), 'utf8'))
}

/** The files of a database with the accounts of a world, and `accounts.json` with their keys. */
function cachedWorld(): Promise<string> {
  return cached('accounts', async path => {
    cpSync(await cachedDatabase(), join(path, 'pgdata'), { recursive: true })
    writeFileSync(join(path, 'accounts.json'), JSON.stringify(await addAccounts({ dataFolder: path })))
  })
}

/** The files of a database without rows. */
async function cachedDatabase(): Promise<string> {
  const folder = await cached('database', async path => {
    unpackTemplate(await cachedTemplate(), join(path, 'pgdata'))
    const database = await openEmbeddedDatabase({ folder: join(path, 'pgdata') })
    await database.close()
  })
  return join(folder, 'pgdata')
}

/** The archive of a database without rows. */
async function cachedTemplate(): Promise<string> {
  const folder = await cached('archive', path => createTemplate(join(path, 'pgdata.tar.gz')))
  return join(folder, 'pgdata.tar.gz')
}

/** A folder that is filled once a machine and user. Others see it whole or not at all, whoever fills it meanwhile. */
async function cached(what: string, fill: (path: string) => Promise<void>): Promise<string> {
  const user = process.getuid?.() ?? 'user'
  const path = join(keptFolder(), `service-test-${what}-${process.version}-${user}-${hashOfDatabase()}`)
  if (existsSync(path)) return path
  const fresh = mkdtempSync(`${path}.`)
  await fill(fresh)
  try {
    renameSync(fresh, path)
  } catch {
    // Another process was first.
    rmSync(fresh, { recursive: true, force: true })
  }
  return path
}

/** Other tables or settings, another archive. */
function hashOfDatabase(): string {
  const folder = new URL('../../src/database/', import.meta.url)
  const hash = createHash('sha256')
  const migrations = readdirSync(new URL('migrations/', folder)).map(name => `migrations/${name}`)
  for (const name of ['template.ts', ...migrations.sort()]) hash.update(readFileSync(new URL(name, folder)))
  return hash.digest('hex').slice(0, 16)
}
