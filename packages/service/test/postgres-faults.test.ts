import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import type { Tables } from '../src/database/tables.ts'
import { routes } from '../src/resources/routes.ts'
import { ask, basic } from './support/api.ts'
import { startProxy } from './support/database-proxy.ts'
import { type Cluster, onPostgres, startCluster, withoutPostgres } from './support/postgres-cluster.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { createHeldTime } from './support/test-timers.ts'
import { startWorld } from './support/world.ts'

/** The answer to every request while the database cannot be used. */
const unavailable = {
  status: 503,
  body: {
    statusCode: 503,
    error: 'Service Unavailable',
    message: 'The database is not available; try again later.',
    code: 'UNAVAILABLE',
  },
}

/**
 * A test says when the result of a statement is late. After `statementMs`, the server rolls back a transaction of a
 * client that it does not hear from any more.
 */
const statementMs = 3000
const databaseLimits = { connectMs: 3000, idleMs: 100, statementMs, resultMs: 90_000 }

const stopTimeoutMs = 80_000

/** How often a service looks for work, and for old data. */
const idleMs = 5000
const retentionMs = 600_000

const dayMs = 24 * 60 * 60 * 1000

describe.skipIf(withoutPostgres)(onPostgres, () => {
  let cluster: Cluster

  beforeAll(async () => {
    cluster = await startCluster()
  })

  afterAll(() => cluster?.stop())

  test('while the server is restarted, every operation answers 503, and nothing that was accepted is lost', async () => {
    const { api, service, account, close } = await startWorld({ databaseUrl: await cluster.newDatabase() })
    const bot = await createBot(api)
    const complete = () => api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })
    const accepted = await Promise.all(Array.from({ length: 40 }, complete))
    expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([201]))

    cluster.shutDown()
    for (const { method, url } of routes) {
      const address = `${service.url}/api/v1${url.replaceAll(/\{\w+\}/g, bot)}`
      const headers = { authorization: basic(account.email, account.api_key), 'content-type': 'application/json' }
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' }
      const answer = await ask(address, { method, headers, ...body })
      expect(answer, `${method} ${url}`).toMatchObject(unavailable)
      expect(answer.headers.get('retry-after'), `${method} ${url}`).toMatch(/^[1-9]\d*$/)
    }
    expect((await ask(`${service.url}/readyz`)).status).toBe(503)

    cluster.startAgain()
    await until(async () => (await ask(`${service.url}/readyz`)).status === 200)
    expect((await complete()).status).toBe(201)
    const total = async (query: string) => (await api('GET', `/completion-log/journal?${query}`)).body.meta.total
    await until(async () => (await total('status=SUCCESS')) === accepted.length + 1)
    await close()
  })

  test('while the server cannot be reached, every request ends with 503, and then all work goes on', async () => {
    const proxy = await startProxy(await cluster.newDatabase())
    const { databaseUrl } = proxy
    const { api, service, time, close } = await startWorld({ databaseUrl }, { databaseLimits })
    const bot = await createBot(api)
    const complete = () => api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })
    const accepted = await Promise.all(Array.from({ length: 20 }, complete))
    expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([201]))

    proxy.blackHole()
    const requests = [complete(), api('GET', `/bots/${bot}`), api('GET', '/completion-log/journal')]
    // Those on open connections, and those that wait for a new one.
    for (const answer of await time.endDuring(databaseLimits.resultMs, Promise.all(requests))) {
      expect(answer).toMatchObject(unavailable)
    }
    expect((await ask(`${service.url}/readyz`)).status).toBe(503)

    proxy.heal()
    // Answers that began before still wait for results on connections that are dead.
    const withoutDead = <Result>(work: Promise<Result>) => time.endDuring(databaseLimits.resultMs, work, 50)
    await withoutDead(until(async () => (await ask(`${service.url}/readyz`)).status === 200))
    await withoutDead(until(async () => (await complete()).status === 201))
    const total = async () => (await api('GET', '/completion-log/journal?status=SUCCESS')).body.meta?.total
    await withoutDead(until(async () => (await total()) > accepted.length))
    await withoutDead(close())
    await proxy.close()
  })

  test('a service whose server cannot be reached stops all the same', async () => {
    const proxy = await startProxy(await cluster.newDatabase())
    // No statement ends by its own time limit.
    const limits = { databaseLimits: { resultMs: 1_000_000 }, stopTimeoutMs }
    const { api, service, time } = await startWorld({ databaseUrl: proxy.databaseUrl }, limits)
    const bot = await createBot(api)
    proxy.blackHole()
    const unanswered = api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' }).catch(() => undefined)
    const closed = service.close()
    await time.release(stopTimeoutMs)
    await closed
    await unanswered
    await proxy.close()
  })

  test('a clock that goes back while a failed attempt is recorded does not delay the next attempt', async () => {
    const databaseUrl = await cluster.newDatabase()
    const time = createHeldTime(idleMs)
    const delivery = { schedule: [0, 60], timeoutMs: 70_000 }
    const { api, close } = await startWorld({ databaseUrl }, { clock: time.clock, timers: time.timers, delivery })
    const other = await openDatabase({ databaseUrl })
    let answer = (_: { status: number }) => {}
    const first = new Promise<{ status: number }>(resolve => {
      answer = resolve
    })
    const receiver = await startReceiver((_, count) => (count === 1 ? first : { status: 200 }))
    const bot = await createBot(api, { webhook_url: receiver.url })
    time.moveOn(dayMs)
    await api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })
    await receiver.waitFor(1)
    await other.kysely.transaction().execute(async transaction => {
      await sql`select from completions for update`.execute(transaction)
      answer({ status: 503 })
      await until(() => isAwaited(transaction))
      time.moveOn(-dayMs)
      // The queue of deliveries looks at the clock meanwhile.
      const idle = () => time.pending().filter(ms => ms === idleMs).length
      const loops = idle()
      time.end(idleMs)
      await until(() => idle() === loops)
    })
    await until(() => {
      time.end(idleMs)
      return receiver.received.length === 2
    })
    await other.close()
    await close()
    await receiver.close()
  })

  test('a statement that takes too long is canceled, and its request ends with 503', async () => {
    const databaseUrl = await cluster.newDatabase()
    const { api, close } = await startWorld({ databaseUrl }, { databaseLimits: { statementMs } })
    const other = await openDatabase({ databaseUrl })
    await other.kysely.transaction().execute(async transaction => {
      await sql`lock table bots`.execute(transaction)
      expect(await api('GET', '/bots')).toMatchObject(unavailable)
    })
    expect((await api('GET', '/bots')).status).toBe(200)
    await other.close()
    await close()
  })

  test('a request that takes too long ends with 503', async () => {
    const databaseUrl = await cluster.newDatabase()
    const handlerTimeoutMs = 70_000
    const { api, time, close } = await startWorld({ databaseUrl }, { handlerTimeoutMs })
    const other = await openDatabase({ databaseUrl })
    await other.kysely.transaction().execute(async transaction => {
      await sql`lock table bots`.execute(transaction)
      const late = api('GET', '/bots')
      await until(() => isAwaited(transaction, 'bots'))
      await time.release(handlerTimeoutMs)
      const answer = await late
      const body = { ...unavailable.body, message: 'The request took too long; try again later.' }
      expect(answer).toMatchObject({ status: 503, body })
      expect(answer.headers.get('retry-after')).toBe('2')
    })
    expect((await api('GET', '/bots')).status).toBe(200)
    await other.close()
    await close()
  })

  test.each([
    ['scans', idleMs],
    ['transfers', idleMs],
    ['attachments', retentionMs],
  ] as const)('a service whose work on %s is stuck is not ready', async (table, intervalMs) => {
    const databaseUrl = await cluster.newDatabase()
    const { clock, timers, end } = createHeldTime(3000)
    let passedMs = 0
    const moved = { ...timers, now: () => timers.now() + passedMs }
    const { service, close } = await startWorld({ databaseUrl }, { clock, timers: moved })
    const status = async () => (await ask(`${service.url}/readyz`)).body.status
    const other = await openDatabase({ databaseUrl })
    await other.kysely.transaction().execute(async transaction => {
      await sql`lock table ${sql.table(table)}`.execute(transaction)
      await until(async () => {
        end(intervalMs)
        return isAwaited(transaction, table)
      })
      await until(async () => (await status()) === 'ready')
      passedMs = 60_000
      await until(async () => (await status()) === 'background work is stuck')
    })
    await until(async () => (await status()) === 'ready')
    await other.close()
    await close()
  })
})

/** Whether a statement waits for the lock on a table, or for any lock. */
async function isAwaited(kysely: Kysely<Tables>, table: string | null = null): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where not granted and (${table}::text is null or relation = ${table}::regclass)
  `.execute(kysely)
  return rows.length > 0
}
