// The entry of `scripts/upgrade-fixture.mjs FOLDER`: writes the data of a service of this version in all its forms.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createTar } from 'nanotar'
import { openEmbeddedDatabase } from '../../src/database/embedded-database.ts'
import { migrations } from '../../src/database/migrations/all.ts'
import { backUp, initAccount, restore } from '../../src/index.ts'
import { newFolder } from '../support/data-folder.ts'
import { fillTables, headerValue } from '../support/fill-tables.ts'
import { startCluster } from '../support/postgres-cluster.ts'
import { contentsOf } from '../support/table-contents.ts'
import type { FixtureRecord } from './fixture.ts'

const [parent = ''] = process.argv.slice(2)
const names = Object.keys(migrations)
const folder = join(parent, names.at(-1) ?? '')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

const { dataFolder, remove } = newFolder()
const cluster = await startCluster()
try {
  const keyFile = join(dataFolder, 'header.key')
  const owner = await initAccount({ dataFolder, email: 'owner@example.com' })
  await fillTables({ dataFolder, keyFile, accounts: { owner } })
  await shrink(dataFolder)
  const { tables } = await contentsOf({ dataFolder })
  const record: FixtureRecord = {
    created_at: new Date().toISOString(),
    ...owner,
    header_value: headerValue,
    migrations: names,
    rows: Object.fromEntries(Array.from(tables, ([name, rows]) => [name, rows.length])),
  }
  writeFileSync(join(folder, 'fixture.json'), `${JSON.stringify(record, undefined, 2)}\n`)
  copyFileSync(keyFile, join(folder, 'header.key'))
  const backup = join(folder, 'service.backup')
  await backUp({ dataFolder, file: backup })
  writeFileSync(
    join(folder, 'data-folder.tar.gz'),
    packFolder(dataFolder, name => !name.startsWith('lock-')),
  )
  const databaseUrl = await cluster.newDatabase()
  await restore({ databaseUrl, file: backup })
  writeFileSync(join(folder, 'postgres.sql.gz'), gzipSync(cluster.dump(databaseUrl), { level: 9 }))
} finally {
  cluster.stop()
  remove()
}

/** As small as the database that is shipped: without the templates of other databases, and old segments of its log. */
async function shrink(location: string): Promise<void> {
  const { query, close } = await openEmbeddedDatabase({ folder: join(location, 'pgdata') })
  const templates = ['template0', 'template1']
  for (const statement of [
    'update pg_database set datistemplate = false',
    ...templates.map(name => `drop database if exists ${name}`),
    'set wal_recycle = off',
    'select pg_switch_wal()',
    'checkpoint',
  ]) {
    await query(statement, [])
  }
  await close()
}

/** Packs a folder, with empty ones in it, as a compressed archive. `isWanted` selects the entries of its top level. */
function packFolder(folder: string, isWanted: (name: string) => boolean): Buffer {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const entries = names
    .filter(name => isWanted(name.split('/', 1)[0] ?? ''))
    .map(name => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? { name: `${name}/` } : { name, data: readFileSync(path) }
    })
  return gzipSync(createTar(entries), { level: 9 })
}
