import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { migrationsDone } from '../src/database/migrate.ts'
import { migrations } from '../src/database/migrations/all.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { unpackTemplate } from '../src/database/template.ts'
import { restore, startService } from '../src/index.ts'
import { openHeaderVault } from '../src/resources/functions/header-vault.ts'
import { createApi } from './support/api.ts'
import { newFolder } from './support/data-folder.ts'
import { newPlace, type Place } from './support/databases.ts'
import { type Cluster, onPostgres, sharedCluster, withoutPostgres } from './support/postgres-cluster.ts'
import { until } from './support/receiver.ts'
import { type Fixture, fixtures } from './upgrade/fixture.ts'

/** After the fixture was written, and before anything of it is old enough to be deleted. */
const laterMs = 60 * 60 * 1000

test('a fixture contains a row of every table', () => {
  expect(fixtures.length).toBeGreaterThan(0)
  for (const { record } of fixtures) expect(Object.values(record.rows).filter(count => count === 0)).toEqual([])
})

describe.each(fixtures)('data of the version with the migration $name', fixture => {
  test('in a data folder', async () => {
    const { dataFolder, remove } = newFolder()
    onTestFinished(remove)
    unpackTemplate(fixture.path('data-folder.tar.gz'), dataFolder)
    await openedByThisVersion(fixture, { dataFolder, keyFile: join(dataFolder, 'header.key') })
  })

  test('in a backup', async () => {
    const place = await newPlace()
    await restore({ ...place, file: fixture.path('service.backup') })
    copyFileSync(fixture.path('header.key'), place.keyFile)
    await openedByThisVersion(fixture, place)
  })

  describe.skipIf(withoutPostgres)(onPostgres, () => {
    let cluster: Cluster
    beforeAll(async () => {
      cluster = await sharedCluster()
    })

    test('in a dump', async () => {
      const databaseUrl = await cluster.newDatabase()
      const client = new pg.Client(databaseUrl)
      await client.connect()
      await client.query(gunzipSync(readFileSync(fixture.path('postgres.sql.gz'))).toString())
      await client.end()
      await openedByThisVersion(fixture, { databaseUrl, keyFile: fixture.path('header.key') })
    })
  })
})

/** Migrates the data, and uses it: its rows over HTTP, the encrypted value, and the answer to a new message. */
async function openedByThisVersion({ record }: Fixture, place: Place): Promise<void> {
  const opened = await openDatabase(place)
  expect(await migrationsDone(opened.kysely)).toEqual(Object.keys(migrations))
  for (const [name, count] of Object.entries(record.rows)) {
    const { rows } = await sql`select 1 from ${sql.table(name)}`.execute(opened.kysely)
    expect({ name, count: rows.length }).toEqual({ name, count })
  }
  const { headers } = await opened.kysely.selectFrom('functions').select('headers').executeTakeFirstOrThrow()
  await opened.close()
  const [header] = headers
  expect(openHeaderVault(place.keyFile).open(header?.sealed ?? '', header?.id ?? '')).toBe(record.header_value)

  const clock = () => new Date(Date.parse(record.created_at) + laterMs)
  const service = await startService({ ...place, clock })
  onTestFinished(() => service.close())
  const api = createApi(service.url, record)
  const { body: bots } = await api('GET', '/bots')
  expect(bots.data).toMatchObject([{ name: 'Shop' }])
  const bot = bots.data[0].unique_id
  expect((await api('GET', `/bot-tools?bot_unique_id=${bot}`)).body.data).toMatchObject([
    { name: 'find_order', headers: [{ header_name: 'X-Key', has_value: true }] },
  ])
  const { status, body: asked } = await api('POST', `/bots/${bot}/completion`, { prompt: 'Where is my refund?' })
  expect(status).toBe(201)
  const answered = async () => {
    const { body } = await api('GET', `/completion-log/journal?bot_unique_id=${bot}&status=SUCCESS`)
    return body.data.map((entry: { unique_id: string }) => entry.unique_id)
  }
  await until(async () => (await answered()).includes(asked.unique_id))
  expect(await answered()).toHaveLength(2)
}
