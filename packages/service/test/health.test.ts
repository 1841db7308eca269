import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService } from '../src/index.ts'
import { ask, basic, createApi } from './support/api.ts'
import { newOwnedPlace } from './support/databases.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot } from './support/samples.ts'
import { startWorld, type World } from './support/world.ts'

const dayMs = 24 * 60 * 60 * 1000
/** How often old data is deleted. */
const retentionMs = 10 * 60 * 1000

describe('a service that runs', () => {
  let world: World

  beforeAll(async () => {
    const place = await newOwnedPlace()
    world = await startWorld(place)
  })

  afterAll(async () => {
    await world.close()
  })

  test('says without authorization that it is alive and ready', async () => {
    const { url } = world.service
    expect(await ask(`${url}/livez`)).toMatchObject({ status: 200, body: { status: 'alive' } })
    // On a busy machine the database may take longer than a second, which is when it is not ready.
    await until(async () => (await ask(`${url}/readyz`)).status === 200)
  })

  test('answers HEAD like GET, without a body', async () => {
    const { service, account } = world
    const authorization = basic(account.email, account.api_key)
    for (const path of ['/livez', '/openapi.json', '/api/v1/bots', '/api/v1/bots/unknown', '/nowhere']) {
      const send = (method: string) => fetch(`${service.url}${path}`, { method, headers: { authorization } })
      const [head, get] = [await send('HEAD'), await send('GET')]
      const shown = ({ status, headers }: Response) => [
        status,
        ...['content-type', 'content-length'].map(name => headers.get(name)),
      ]
      if (path !== '/nowhere') expect(shown(head), path).toEqual(shown(get))
      expect([head.status, await head.text()], path).toEqual([get.status, ''])
    }
    expect((await fetch(`${service.url}/api/v1/bots`, { method: 'HEAD' })).status).toBe(401)
    await until(async () => (await fetch(`${service.url}/readyz`, { method: 'HEAD' })).status === 200)
  })

  test('counts its work, with few labels that reveal nothing about customers', async () => {
    const { api, service } = world
    const bot = await createBot(api, { name: 'Geheimbot' })
    await api('POST', `/bots/${bot}/completion`, { prompt: 'Where is my parcel?' })
    await api('GET', '/bots/unknown-4711')
    const has = (line: RegExp) => until(async () => line.test(await metricsOf(service.url)))
    await has(/^scenewright_completions_waiting 0$/m)
    // A completion may be claimed as it is stored, before the queues make their first claims.
    await has(/^scenewright_claim_seconds_count\{queue="completions"\} [1-9]/m)
    await has(/^scenewright_claim_seconds_count\{queue="deliveries"\} [1-9]/m)
    const text = await metricsOf(service.url)
    expect(text).toMatch(/^scenewright_completions_accepted_total 1$/m)
    expect(text).toMatch(
      /^scenewright_http_request_seconds_count\{.*route="\/api\/v1\/bots\/:uniqueId\/completion".*\} 1$/m,
    )
    expect(text).toMatch(/^scenewright_database_statement_seconds_count [1-9]/m)
    expect(text).toMatch(/^scenewright_database_up 1$/m)
    expect(text).toMatch(/^scenewright_scans_waiting 0$/m)
    expect(text).toMatch(/^scenewright_transfers_waiting 0$/m)
    expect(text).toMatch(/^scenewright_lock_held 1$/m)
    expect(text).toMatch(/^scenewright_lock_lost_total 0$/m)
    expect(text).toMatch(/^scenewright_retention_clock_trusted 1$/m)
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
    expect(text).not.toMatch(new RegExp(`${bot}|unknown-4711|Geheim|parcel|owner@|sk_`, 'i'))
  })

  test('measures scans, transfers, and the deletion of old data', async () => {
    const { api, service, time } = world
    const [source, target] = [await createBot(api), await createBot(api)]
    await api('POST', '/knowledge-integrity/scans', { scope: 'GLOBAL', kind: 'STRUCTURAL' })
    await api('POST', '/knowledge-transfer', { source_bot_unique_id: source, target_bot_unique_id: target })
    const has = (line: RegExp) => until(async () => line.test(await metricsOf(service.url)))
    await has(/^scenewright_job_seconds_count\{kind="scan",outcome="done"\} 1$/m)
    await has(/^scenewright_job_seconds_count\{kind="transfer",outcome="done"\} 1$/m)
    await api('POST', `/bots/${source}/completion`, { prompt: 'Hello' })
    await has(/^scenewright_completions_waiting 0$/m)
    // In six steps, so that the clock is trusted.
    for (let step = 0; step < 6; step += 1) {
      time.moveOn(6 * dayMs)
      await time.release(retentionMs)
    }
    await has(/^scenewright_retention_deleted_total\{kind="completions"\} [1-9]/m)
    time.moveOn(-36 * dayMs)
  })

  test('answers each request with a name for it', async () => {
    const ids = await Promise.all([1, 2].map(async () => (await world.api('GET', '/bots')).headers.get('x-request-id')))
    expect(new Set(ids)).toHaveProperty('size', 2)
    expect(ids.every(id => /^[0-9a-f]{12}-\d+$/.test(id ?? ''))).toBe(true)
  })
})

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text()
}

test('metrics are not available behind a proxy, unless they are enabled', async () => {
  const place = await newOwnedPlace()
  const service = await startService({ ...place, behindProxy: true })
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404)
  await service.close()
  const measured = await startService({ ...place, behindProxy: true, metrics: true })
  expect((await fetch(`${measured.url}/metrics`)).status).toBe(200)
  await measured.close()
})

test('a service that stops reports it first, then accepts nothing, and finishes work in progress', async () => {
  const place = await newOwnedPlace()
  let answer = (): void => {}
  const asked = new Promise<void>(resolve => {
    answer = resolve
  })
  const receiver = await startReceiver(async () => {
    await asked
    return { status: 200 }
  })
  const drainMs = 80_000
  const { api, account, service, time } = await startWorld(place, { drainMs })
  const bot = await createBot(api, { webhook_url: receiver.url })
  await api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })
  await receiver.waitFor(1)
  const status = async (path: string) => (await fetch(`${service.url}${path}`)).status
  const closed = service.close()
  expect(await status('/readyz')).toBe(503)
  expect(await status('/livez')).toBe(200)
  expect((await api('POST', `/bots/${bot}/completion`, { prompt: 'Just in time' })).status).toBe(201)
  await time.release(drainMs)
  await until(() =>
    status('/livez').then(
      () => false,
      () => true,
    ),
  )
  answer()
  await closed
  await receiver.close()

  const again = await startService({ ...place, allowLoopbackWebhooks: true })
  const { body } = await createApi(again.url, account)('GET', '/completion-log/journal')
  expect(body.data[1]).toMatchObject({ status: 'SUCCESS', webhook_status: 'DELIVERED' })
  await again.close()
})
