import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/resources/routes.ts'
import { ask, basic } from './support/api.ts'
import { type Cluster, onPostgres, startCluster, withoutPostgres } from './support/postgres-cluster.ts'
import { until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
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

describe.skipIf(withoutPostgres)(onPostgres, () => {
  let cluster: Cluster

  beforeAll(async () => {
    cluster = await startCluster()
  })

  afterAll(() => cluster?.stop())

  test('while the server is restarted, every operation answers 503, and nothing that was accepted is lost', async () => {
    const { api, service, account, close } = await startWorld({ databaseUrl: cluster.newDatabase() })
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
})
