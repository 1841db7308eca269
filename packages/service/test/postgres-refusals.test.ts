import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { DatabaseLocation } from '../src/database/open-database.ts'
import { backUp, exportAccount, initAccount, listAccounts, redeliver, reissueKey, startService } from '../src/index.ts'
import { newFolder } from './support/data-folder.ts'
import { type Cluster, freePort, onPostgres, startCluster, withoutPostgres } from './support/postgres-cluster.ts'

const email = 'me@example.com'
const password = 'top-secret'

describe.skipIf(withoutPostgres)(`a failure that an operator can correct, ${onPostgres}`, () => {
  const folder = newFolder()
  let cluster: Cluster
  /** A database with an account. */
  let databaseUrl: string

  beforeAll(async () => {
    cluster = await startCluster()
    databaseUrl = await cluster.newDatabase()
    await initAccount({ databaseUrl, email })
    const hba = join(cluster.folder, 'data/pg_hba.conf')
    writeFileSync(hba, `host all careful all scram-sha-256\n${readFileSync(hba, 'utf8')}`)
    await run('select pg_reload_conf()')
    await run(`create role careful login password '${password}'`)
    await run('create role plain login')
    await run('create role reader login; grant select on all tables in schema public to reader')
    await run('create role single login superuser; alter role single connection limit 1 nosuperuser')
    await run('grant all on all tables in schema public to single; grant all on schema public to single')
    await run('grant all on all sequences in schema public to single')
    await run('create role hasty login superuser; alter role hasty set statement_timeout = 1')
    await run('create role idle login superuser; alter role idle set default_transaction_read_only = on')
  })

  afterAll(() => {
    cluster?.stop()
    folder.remove()
  })

  const run = async (statements: string, url = databaseUrl) => {
    const client = new Client(url)
    await client.connect()
    const { rowCount } = await client.query(statements)
    await client.end()
    return rowCount
  }
  const changed = (change: (url: URL) => void) => {
    const url = new URL(databaseUrl)
    change(url)
    return { databaseUrl: url.href }
  }
  const as = (role: string, secret = '') =>
    changed(url => {
      url.username = role
      url.password = secret
    })
  const init = (location: DatabaseLocation) => initAccount({ ...location, email })
  const reissue = (location: DatabaseLocation) => reissueKey({ ...location, email })
  const backup = (location: DatabaseLocation) => backUp({ ...location, file: join(folder.dataFolder, 'backup') })
  const other = async (statements: string) => {
    const url = await cluster.newDatabase()
    await run(statements, url)
    return { databaseUrl: url }
  }

  test.each([
    ['a missing database', init, () => changed(url => (url.pathname = '/nowhere')), '"nowhere" does not exist'],
    ['a missing role', init, () => as('nobody'), 'role "nobody" does not exist'],
    ['a wrong password', init, () => as('careful', 'wrong-secret'), 'password authentication failed'],
    ['no password', init, () => as('careful'), 'SASL'],
    ['a server without TLS', init, () => changed(url => (url.search = 'sslmode=verify-full')), 'support SSL'],
    ['another scheme', init, () => ({ databaseUrl: `mysql://me:${password}@127.0.0.1/bots` }), 'not valid'],
    ['no scheme', init, () => ({ databaseUrl: `me:${password}@127.0.0.1/bots` }), 'not valid'],
    ['an invalid address', init, () => ({ databaseUrl: `postgres://me:${password}/@127.0.0.1/bots` }), 'not valid'],
    ['an invalid direct address', init, () => ({ databaseUrl, directUrl: 'bots' }), 'direct address'],
    ['missing rights', init, () => as('plain'), 'permission denied'],
    ['missing rights for a backup', backup, () => as('reader'), 'permission denied'],
    ['missing rights for a change', reissue, () => as('reader'), 'permission denied'],
    ['tables of another program', init, () => other('create table accounts (id integer)'), '"accounts" already exists'],
    ['a role that only reads', startService, () => as('idle'), 'read-only transaction'],
    ['a role that only reads, for a change', reissue, () => as('idle'), 'read-only transaction'],
  ] as const)('%s is a usage error with the reason of the server', async (_, work, locationOf, reason) => {
    await expect(work(await locationOf())).rejects.toMatchObject(refusal('usage', reason))
  })

  test.each([
    ['a closed port', init, async () => closedPort(), 'ECONNREFUSED'],
    ['a closed port of the direct address', startService, directClosed, 'ECONNREFUSED'],
    ['too few connections', startService, () => as('single'), 'too many connections'],
    ['a statement that the server ends', backup, locked, 'statement timeout'],
  ] as const)('%s is an unavailable service, with the reason', async (_, work, locationOf, reason) => {
    await expect(work(await locationOf())).rejects.toMatchObject(refusal('service', reason))
  })

  test.each([
    ['list accounts', (location: DatabaseLocation) => listAccounts(location)],
    ['export an account', exportAccount],
    ['reissue a key', reissue],
    ['send results again', (location: DatabaseLocation) => redeliver({ ...location, from: new Date() })],
    ['back up', backup],
  ] as const)('a command to %s creates no tables in an empty database', async (_, work) => {
    const empty = await cluster.newDatabase()
    const file = join(folder.dataFolder, 'file')
    const place = { databaseUrl: empty, email, file }
    const missing = { code: 'usage', message: expect.stringContaining(new URL(empty).pathname.slice(1)) }
    await expect(work(place)).rejects.toMatchObject(missing)
    expect(existsSync(file)).toBe(false)
    expect(await run("select from pg_tables where schemaname = 'public'", empty)).toBe(0)
  })

  test('a database that cannot store all texts is refused before it has tables, and its data can be moved', async () => {
    const latin = await cluster.newDatabaseWith("TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    for (const work of [init, startService]) {
      await expect(work({ databaseUrl: latin })).rejects.toMatchObject(refusal('usage', 'LATIN1'))
    }
    expect(await run("select from pg_tables where schemaname = 'public'", latin)).toBe(0)
    await run(cluster.dump(databaseUrl), latin)
    await expect(startService({ databaseUrl: latin })).rejects.toMatchObject(refusal('usage', 'LATIN1'))
    expect(await backup({ databaseUrl: latin })).toMatchObject({ rows: 1 })
  })

  async function closedPort() {
    const port = await freePort()
    return changed(url => (url.port = String(port)))
  }

  async function directClosed() {
    return { databaseUrl, directUrl: (await closedPort()).databaseUrl }
  }

  /** Another session holds the lock of a table, for longer than a statement of the role may wait. */
  async function locked() {
    const client = new Client(databaseUrl)
    await client.connect()
    onTestFinished(() => client.end())
    await client.query('begin; lock table accounts in access exclusive mode')
    return as('hasty')
  }
})

function refusal(code: string, reason: string) {
  return {
    name: 'OperationError',
    code,
    message: expect.toSatisfy((text: string) => text.includes(reason) && !text.includes('secret')),
    help: expect.any(String),
  }
}
