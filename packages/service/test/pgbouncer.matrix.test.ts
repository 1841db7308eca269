import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { migrationsDone } from '../src/database/migrate.ts'
import { openDatabase } from '../src/database/open-database.ts'
import { countServices } from '../src/database/ownership.ts'
import { startService } from '../src/index.ts'
import { ask } from './support/api.ts'
import { behindPgbouncer, type Pgbouncer, startPgbouncer, withoutPgbouncer } from './support/pgbouncer.ts'
import { type Cluster, startCluster } from './support/postgres-cluster.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { startWorld } from './support/world.ts'

const messages = byTier({ once: 20, full: 400 })

describe.skipIf(withoutPgbouncer)(`${behindPgbouncer}, in transaction mode`, () => {
  let cluster: Cluster
  let pooler: Pgbouncer

  beforeAll(async () => {
    cluster = await startCluster()
    pooler = await startPgbouncer(await cluster.newDatabase())
  })

  afterAll(async () => {
    await pooler?.stop()
    cluster?.stop()
  })

  test('two services with a direct address for their locks answer and deliver each message once', async () => {
    const directUrl = await cluster.newDatabase()
    const location = { databaseUrl: pooler.through(directUrl), directUrl }
    const receiver = await startReceiver()
    const first = await startWorld(location)
    const second = await startWorld(location)
    const bot = await createBot(second.api, { webhook_url: receiver.url })
    const dialogue = await second.api('POST', `/bots/${bot}/dialogues`, { name: 'D', message_limit: 1 })
    const rest = { dialogue_id: dialogue.body.unique_id }
    const asked = await Promise.all(
      Array.from({ length: messages }, (_, index) => {
        const prompt = { prompt: `Message ${index}`, ...(index % 2 === 0 && rest) }
        return second.api('POST', `/bots/${bot}/completion`, prompt)
      }),
    )
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([201]))
    await receiver.waitFor(messages)
    const ids = receiver.received.map(({ body }) => body.meta.unique_id)
    expect([...ids].sort()).toEqual(asked.map(({ body }) => body.unique_id).sort())
    for (const { service } of [first, second]) {
      await until(async () => (await ask(`${service.url}/readyz`)).status === 200)
      const text = await (await fetch(`${service.url}/metrics`)).text()
      expect(text).toMatch(/^scenewright_lock_held 1$/m)
      expect(text).toMatch(/^scenewright_lock_lost_total 0$/m)
    }
    await first.close()
    await second.close()
    await receiver.close()
  })

  test('a direct address of another database is refused, and that database is not changed', async () => {
    const databaseUrl = pooler.through(await cluster.newDatabase())
    const directUrl = await cluster.newDatabase()
    const start = startService({ databaseUrl, directUrl })
    await expect(start).rejects.toMatchObject({ name: 'OperationError', code: 'usage', message: /another database/ })
    const { kysely, close } = await openDatabase({ databaseUrl: directUrl }, { asItIs: true })
    expect(await migrationsDone(kysely)).toEqual([])
    await close()
  })

  test('without a direct address, a service does not start, and takes no lock', async () => {
    const direct = await cluster.newDatabase()
    const start = startService({ databaseUrl: pooler.through(direct) })
    await expect(start).rejects.toMatchObject({ code: 'usage', help: /SCENEWRIGHT_DATABASE_DIRECT_URL/ })
    const { kysely, close } = await openDatabase({ databaseUrl: direct }, { asItIs: true })
    expect(await countServices(kysely)).toBe(0)
    await close()
  })
})

describe.skipIf(withoutPgbouncer)(`${behindPgbouncer}, in session mode`, () => {
  let cluster: Cluster
  const poolers: Pgbouncer[] = []
  const start = async (...further: readonly string[]) => {
    const pooler = await startPgbouncer(await cluster.newDatabase(), [
      'pool_mode = session',
      'default_pool_size = 11',
      ...further,
    ])
    poolers.push(pooler)
    return pooler
  }

  beforeAll(async () => {
    cluster = await startCluster()
  })

  afterAll(async () => {
    for (const pooler of poolers) await pooler.stop()
    cluster?.stop()
  })

  test('a service starts without a direct address', async () => {
    const pooler = await start()
    const service = await startService({ databaseUrl: pooler.through(await cluster.newDatabase()) })
    await until(async () => (await ask(`${service.url}/readyz`)).status === 200)
    await service.close()
  })

  test.each([
    ['a wrong password', 'careful:wrong', '', 'scram-sha-256', /SASL authentication failed/],
    ['a wrong password in plain text', 'careful:wrong', '', 'plain', /password authentication failed/],
    ['an unknown role', 'nobody:top-secret', '', 'plain', /password authentication failed/],
    ['a missing database', 'careful:top-secret', '/nowhere', 'plain', /"nowhere" does not exist/],
  ])('%s is a usage error', async (_, credentials, path, type, message) => {
    const pooler = await start(`auth_type = ${type}`)
    const url = new URL(pooler.through(await cluster.newDatabase()))
    const [username = '', password = ''] = credentials.split(':')
    Object.assign(url, { username, password, pathname: path || url.pathname })
    const opening = openDatabase({ databaseUrl: url.href }, { asItIs: true })
    await expect(opening).rejects.toMatchObject({ name: 'OperationError', code: 'usage', message })
  })

  test('a time limit that the pooler does not accept is a usage error', async () => {
    const pooler = await start('ignore_startup_parameters = idle_in_transaction_session_timeout')
    const starting = startService({ databaseUrl: pooler.through(await cluster.newDatabase()) })
    await expect(starting).rejects.toMatchObject({ code: 'usage', help: /ignore_startup_parameters/ })
  })
})
