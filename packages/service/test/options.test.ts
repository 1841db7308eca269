import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { type IssuedAccount, initAccount, type ServiceOptions, startService } from '../src/index.ts'
import { type Api, ask, basic, createApi } from './support/api.ts'
import { newDataFolder } from './support/data-folder.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot, documentOf, refund } from './support/samples.ts'

let dataFolder: string
let remove: () => void
let account: IssuedAccount
let stranger: IssuedAccount

beforeAll(async () => {
  ;({ dataFolder, remove } = await newDataFolder())
  account = await initAccount({ dataFolder, email: 'owner@example.com' })
  stranger = await initAccount({ dataFolder, email: 'stranger@example.com' })
})
afterAll(() => remove())

async function withService(options: Partial<ServiceOptions>, use: (api: Api, url: string) => Promise<void>) {
  const service = await startService({ dataFolder, ...options })
  try {
    await use(createApi(service.url, account), service.url)
  } finally {
    await service.close()
  }
}

test('a service that others can reach speaks TLS through a proxy, or does not start', async () => {
  await expect(startService({ dataFolder, host: '0.0.0.0' })).rejects.toMatchObject({ code: 'usage' })
  await withService({ host: '0.0.0.0', behindProxy: true }, async (api, url) => {
    expect(url).toMatch(/^http:\/\/0\.0\.0\.0:\d+$/)
    const refused = await api('POST', '/bots', {
      name: 'B',
      gpt_model: 'llm_provider_a',
      webhook_url: 'http://127.0.0.1:1/',
    })
    expect(refused.status).toBe(400)
  })
})

test.each([{}, { dataFolder: 'x', databaseUrl: 'postgres://x' }])('the location %j is refused', async location => {
  await expect(startService(location)).rejects.toMatchObject({ code: 'usage' })
})

test('a PostgreSQL that cannot be reached is named as such, without the password', async () => {
  const databaseUrl = 'postgres://user:secret@127.0.0.1:1/none'
  const error = await startService({ databaseUrl }).catch(reason => reason)
  expect(error).toMatchObject({ code: 'service' })
  expect(error.message).not.toContain('secret')
})

test('a port that is taken is named', async () => {
  const receiver = await startReceiver()
  const { port } = new URL(receiver.url)
  await expect(startService({ dataFolder, port: Number(port) })).rejects.toMatchObject({
    code: 'service',
    message: expect.stringContaining(port),
  })
  await receiver.close()
})

test.each(['', 'nonsense', 'a:b@example.com', 'a b@example.com', 'a@b@c'])('no account for %j', async email => {
  await expect(initAccount({ dataFolder, email })).rejects.toMatchObject({ code: 'usage' })
})

test('a new key ends the one before at once, whatever the case of the address', async () => {
  const first = await initAccount({ dataFolder, email: 'third@example.com' })
  const second = await initAccount({ dataFolder, email: 'Third@Example.com' })
  expect(second.api_key).toMatch(/^sk_[0-9a-f]{64}$/)
  await withService({}, async (_api, url) => {
    const status = async ({ email, api_key }: IssuedAccount) =>
      (await ask(`${url}/api/v1/bots`, { headers: { authorization: basic(email, api_key) } })).status
    expect(await status(first)).toBe(401)
    expect(await status(second)).toBe(200)
  })
})

test('the data outlives the service, and no key can be read from it', async () => {
  let bot = ''
  await withService({}, async api => {
    bot = await createBot(api, { name: 'Kept' })
  })
  await withService({}, async api => {
    expect((await api('GET', '/bots?search=Kept')).body.data[0].unique_id).toBe(bot)
  })
  const database = await openDatabase({ dataFolder })
  const rows = await database.kysely.selectFrom('accounts').selectAll().execute()
  await database.close()
  expect(JSON.stringify(rows)).not.toContain(account.api_key.slice(3))
})

test('credits run out with 402, and 0 refuses all', async () => {
  await withService({ credits: 2 }, async api => {
    const bot = await createBot(api)
    const complete = () => api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })
    expect([(await complete()).status, (await complete()).status]).toEqual([201, 201])
    expect(await complete()).toMatchObject({
      status: 402,
      body: { statusCode: 402, error: 'Payment Required', code: 'PAYMENT_REQUIRED' },
    })
  })
  await withService({ credits: 0 }, async api => {
    const bot = await createBot(api)
    expect((await api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })).status).toBe(402)
  })
})

test('loose, unknown fields are ignored, those of an imported scenario too', async () => {
  await withService({ loose: true }, async api => {
    const bot = await createBot(api, { unheard_of: 1 })
    const imported = documentOf({ ...refund, unheard_of: {} }, { more: 1 })
    expect((await api('POST', `/bots/${bot}/scenarios/import`, imported)).status).toBe(201)
    expect((await api('PATCH', `/bots/${bot}`, { unheard_of: 1 })).status).toBe(200)
  })
})

test('another account’s bot can be hidden', async () => {
  await withService({ hideForeign: true }, async (api, url) => {
    const bot = await createBot(api)
    expect((await createApi(url, stranger)('PATCH', `/bots/${bot}`, {})).status).toBe(404)
  })
})

test('the 21st failure within a minute is 429, and valid credentials are never refused', async () => {
  await withService({}, async (api, url) => {
    const fail = () => ask(`${url}/api/v1/bots`)
    const statuses = []
    for (let index = 0; index < 20; index += 1) statuses.push((await fail()).status)
    expect(statuses).toEqual(Array(20).fill(401))
    const refused = await fail()
    expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await api('GET', '/bots')).status).toBe(200)
  })
})

test('the log tells of requests, and holds neither keys nor what customers wrote', async () => {
  const log = new PassThrough()
  let text = ''
  log.on('data', chunk => {
    text += chunk
  })
  await withService({ log }, async (api, url) => {
    const bot = await createBot(api)
    await api('POST', `/bots/${bot}/completion`, { prompt: 'my secret wish' })
    await api('GET', '/completion-log/journal?search=secret')
    await ask(`${url}/api/v1/bots`, { headers: { authorization: basic(account.email, 'sk_wrong_one') } })
  })
  expect(text).toContain('"path":"/api/v1/completion-log/journal"')
  expect(text).not.toMatch(/secret|sk_|Basic|authorization/i)
})

test('a close ends what is under way, and is quick though a receiver hangs', async () => {
  const receiver = await startReceiver(() => new Promise(() => {}))
  let id = ''
  let started = 0
  await withService({}, async api => {
    const bot = await createBot(api, { webhook_url: receiver.url })
    id = (await api('POST', `/bots/${bot}/completion`, { prompt: 'Hello' })).body.unique_id
    await receiver.waitFor(1)
    started = Date.now()
  })
  expect(Date.now() - started).toBeLessThan(6000)
  await receiver.close()
  const again = await startReceiver(undefined, Number(new URL(receiver.url).port))
  await withService({}, async api => {
    expect((await again.waitFor(1))[0]?.body.meta.unique_id).toBe(id)
    await until(async () => {
      const { body } = await api('GET', `/completion-log/journal?unique_id=${id}`)
      return body.data[0].webhook_status === 'DELIVERED'
    })
  })
  await again.close()
})

test('the OpenAPI document is served without authorization', async () => {
  await withService({}, async (_api, url) => {
    expect(await ask(`${url}/openapi.json`)).toMatchObject({ status: 200, body: { openapi: '3.1.0' } })
  })
})
