import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCredits } from '../src/accounts/credits.ts'
import { openDatabase } from '../src/database/open-database.ts'
import {
  type IssuedAccount,
  initAccount,
  type RunningService,
  type ServiceOptions,
  startService,
} from '../src/index.ts'
import { type Api, ask, basic, createApi } from './support/api.ts'
import { newOwnedPlace, type OwnedPlace } from './support/databases.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot, documentOf, refund } from './support/samples.ts'
import { createHeldTime } from './support/test-timers.ts'

let account: IssuedAccount
let place: OwnedPlace
/** An account whose key is replaced. */
let replaced: IssuedAccount

beforeAll(async () => {
  place = await newOwnedPlace()
  account = place.accounts.owner
  replaced = place.accounts.stranger
})

describe('a service with every option', () => {
  const log = new PassThrough()
  let logged = ''
  let service: RunningService
  let stranger: IssuedAccount
  let url: string
  let api: Api

  beforeAll(async () => {
    log.on('data', chunk => {
      logged += chunk
    })
    stranger = await initAccount({ ...place, email: 'Stranger@Example.com' })
    const options = { behindProxy: true, ignoreUnknownFields: true, maskForbidden: true, credits: 2, log }
    service = await startService({ ...place, host: '0.0.0.0', ...options })
    url = service.url.replace('0.0.0.0', '127.0.0.1')
    api = createApi(url, account)
  })
  afterAll(() => service.close())

  const statusOf = async ({ email, api_key }: IssuedAccount) =>
    (await ask(`${url}/api/v1/bots`, { headers: { authorization: basic(email, api_key) } })).status

  test('listens where others can reach it, and then sends nothing to its own machine', async () => {
    expect(service.url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/)
    const body = { name: 'B', gpt_model: 'llm_provider_a', webhook_url: 'http://127.0.0.1:1/' }
    expect((await api('POST', '/bots', body)).status).toBe(400)
  })

  test('a new key replaces the earlier one, for any case of the address', async () => {
    expect(stranger.api_key).toMatch(/^sk_[0-9a-f]{64}$/)
    expect(await statusOf(replaced)).toBe(401)
    expect(await statusOf(stranger)).toBe(200)
  })

  test('credits run out with 402', async () => {
    const bot = await createBot(api)
    const complete = () => api('POST', `/bots/${bot}/completion`, { prompt: 'my secret wish' })
    expect([(await complete()).status, (await complete()).status]).toEqual([201, 201])
    expect(await complete()).toMatchObject({
      status: 402,
      body: { statusCode: 402, error: 'Payment Required', code: 'PAYMENT_REQUIRED' },
    })
  })

  test('unknown fields can be ignored, also those of an imported scenario', async () => {
    const bot = await createBot(api, { unheard_of: 1 })
    const imported = documentOf({ ...refund, unheard_of: {} }, { more: 1 })
    expect((await api('POST', `/bots/${bot}/scenarios/import`, imported)).status).toBe(201)
    expect((await api('PATCH', `/bots/${bot}`, { unheard_of: 1 })).status).toBe(200)
  })

  test('another account’s bot is hidden', async () => {
    const bot = await createBot(api)
    expect((await createApi(url, stranger)('PATCH', `/bots/${bot}`, {})).status).toBe(404)
  })

  test('the OpenAPI document is served without authorization', async () => {
    expect(await ask(`${url}/openapi.json`)).toMatchObject({ status: 200, body: { openapi: '3.1.0' } })
  })

  test('the 21st failure of an address within a minute is 429, and valid credentials are never rejected', async () => {
    const authorization = basic(account.email, 'sk_wrong_one')
    const fail = (address: string) =>
      ask(`${url}/api/v1/bots`, { headers: { 'x-forwarded-for': address, authorization } })
    const statuses = []
    // Some proxies add the port of the client.
    for (let index = 0; index < 20; index += 1) statuses.push((await fail(`203.0.113.7:${1041 + index}`)).status)
    expect(statuses).toEqual(Array(20).fill(401))
    const refused = await fail('203.0.113.7')
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusOf(account)).toBe(200)
    expect((await ask(`${url}/api/v1/bots`)).status).toBe(401)
  })

  test('the log contains requests, but neither keys nor customer messages', async () => {
    await api('GET', '/completion-log/journal?search=secret')
    await until(() => logged.includes('"path":"/api/v1/completion-log/journal"'))
    expect(logged).not.toMatch(/secret|sk_|Basic|authorization/i)
  })
})

describe('webhooks on this machine', () => {
  const statusOf = async (options: Partial<ServiceOptions>, webhook_url: string) => {
    const service = await startService({ ...place, ...options })
    const body = { name: 'B', gpt_model: 'llm_provider_a', webhook_url }
    const { status, body: answer } = await createApi(service.url, account)('POST', '/bots', body)
    await service.close()
    return { status, message: answer.message }
  }
  const onThisMachine = 'http://127.0.0.1:1/'

  test.each([{}, { behindProxy: true }])('are rejected with the name of the flag, with %j', async options => {
    expect(await statusOf(options, onThisMachine)).toEqual({
      status: 400,
      message: 'The field "webhook_url" must not lead to this machine without --allow-loopback-webhooks.',
    })
  })

  test('are allowed by the flag, which allows no other private address', async () => {
    expect(await statusOf({ allowLoopbackWebhooks: true }, onThisMachine)).toMatchObject({ status: 201 })
    const inside = await statusOf({ allowLoopbackWebhooks: true }, 'https://10.0.0.1/')
    expect(inside).toEqual({ status: 400, message: expect.not.stringContaining('--allow') })
  })
})

test('a service that others can reach uses TLS through a proxy, or does not start', async () => {
  await expect(startService({ ...place, host: '0.0.0.0' })).rejects.toMatchObject({ code: 'usage' })
})

test.each([{}, { dataFolder: 'x', databaseUrl: 'postgres://x' }])('the location %j is rejected', async location => {
  await expect(startService(location)).rejects.toMatchObject({ code: 'usage' })
})

test('an unreachable PostgreSQL is named as such, without the password', async () => {
  const databaseUrl = 'postgres://user:secret@127.0.0.1:1/none'
  const error = await startService({ databaseUrl }).catch(reason => reason)
  expect(error).toMatchObject({ code: 'service' })
  expect(error.message).not.toContain('secret')
})

test('a port in use is named', async () => {
  const receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  await expect(startService({ ...place, port: Number(port) })).rejects.toMatchObject({
    code: 'service',
    message: expect.stringContaining(port),
  })
  await receiver.close()
})

test.each(['', 'nonsense', 'a:b@example.com', 'a b@example.com', 'a@b@c'])('no account for %j', async email => {
  await expect(initAccount({ ...place, email })).rejects.toMatchObject({ code: 'usage' })
})

test('without credits nothing is counted, and 0 credits reject all requests', () => {
  expect(createCredits(undefined).take('a')).toBe(true)
  expect(createCredits(0).take('a')).toBe(false)
  const one = createCredits(1)
  expect([one.take('a'), one.take('a'), one.take('b')]).toEqual([true, false, true])
  one.giveBack('a')
  expect(one.take('a')).toBe(true)
})

test('no key can be read from the database', async () => {
  const database = await openDatabase(place)
  const rows = await database.kysely.selectFrom('accounts').selectAll().execute()
  await database.close()
  expect(JSON.stringify(rows)).not.toContain(account.api_key.slice(3))
})

test('a close waits three seconds for a receiver that hangs, the next start delivers, and gives up interrupted work', async () => {
  const receiver = await startReceiver(() => new Promise(() => {}))
  const { timers, endDuring } = createHeldTime(3000)
  const first = await startService({ ...place, allowLoopbackWebhooks: true, timers })
  const api = createApi(first.url, account)
  const bot = await createBot(api, { webhook_url: receiver.url, name: 'Kept' })
  const id = (await api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })).body.unique_id
  await receiver.waitFor(1)
  // No more than those three seconds is waited for.
  await endDuring(3000, first.close())
  await receiver.close()
  const fatal = await keepFatalCompletion(id)

  const again = await startReceiver(undefined, Number(new URL(receiver.url).port))
  const second = await startService({ ...place, host: 'localhost', allowLoopbackWebhooks: true })
  expect(second.url).toMatch(/^http:\/\/localhost:\d+$/)
  const ask = createApi(second.url, account)
  const bodies = (await again.waitFor(2)).map(({ body }) => body)
  expect(bodies.find(({ meta }) => meta.unique_id === id)).toMatchObject({ type: 'SUCCESS', error: false })
  expect(bodies.find(({ meta }) => meta.unique_id === fatal)).toEqual({
    meta: { unique_id: fatal, bot_unique_id: bot },
    type: 'ERROR',
    error: true,
  })
  expect((await ask('GET', '/bots?search=Kept')).body.data[0].unique_id).toBe(bot)
  await until(async () => {
    const { body } = await ask('GET', `/completion-log/journal?unique_id=${id}`)
    return body.data[0].webhook_status === 'DELIVERED'
  })
  await second.close()
  await again.close()
})

/** A completion as one leaves it that has ended the service five times, made after another. */
async function keepFatalCompletion(like: string): Promise<string> {
  const { kysely, close } = await openDatabase(place)
  const row = await kysely.selectFrom('completions').selectAll().where('id', '=', like).executeTakeFirstOrThrow()
  const { sequence: _sequence, ...columns } = row
  const id = randomUUID()
  await kysely
    .insertInto('completions')
    .values({ ...columns, meta: null, id, status: 'PROCESSING', answer: null, attempts: 20, webhook_status: 'NONE' })
    .execute()
  await close()
  return id
}
