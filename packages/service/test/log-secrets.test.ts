import { PassThrough } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open-database.ts'
import { loggedError, redact } from '../src/http/log.ts'
import { initAccount, startService } from '../src/index.ts'
import { ask, basic, createApi } from './support/api.ts'
import { kindsOfDatabase, type Place, tellLeftOut } from './support/databases.ts'
import { startReceiver, until } from './support/receiver.ts'
import { createBot, unknownId } from './support/samples.ts'

/** What must not come out, whatever goes wrong: each contains this word. */
const secret = 'Tr0ub4dor'

tellLeftOut()

describe.each(kindsOfDatabase)('on %s', (_, databases) => {
  test('the log never contains a key, a header, a query, a body or an address, for any failure', async () => {
    const place = await databases.newPlace()
    const { log, logged } = collect()
    const receiver = await startReceiver(() => null)
    const account = await initAccount({ ...place, email: `${secret}@example.com` })
    await addTrap(place)
    const service = await startService({ ...place, allowLoopbackWebhooks: true, log, delivery: { schedule: [0, 10] } })
    const api = createApi(service.url, account)
    const bot = await createBot(api, { webhook_url: `${receiver.url}/hooks/${secret}?token=${secret}` })
    await api('POST', `/bots/${bot}/completion`, { prompt: secret, meta: { secret } })
    await api('POST', '/bot-tools', {
      bot_unique_id: bot,
      name: secret,
      description: secret,
      request_method: 'GET',
      request_url: `https://127.0.0.1/${secret}`,
      input_schema_json: {},
      headers: [{ header_name: 'X-Key', value: secret, is_secret: true }],
    })
    await refusedRequests(service.url, account.api_key)
    await until(() => receiver.received.length >= 2)
    await api('GET', `/completion-log/journal?search=${secret}`)
    const broken = await api('POST', `/bots/${bot}/completion`, { prompt: `Trap ${secret}` })
    expect(broken.status).toBe(500)
    expect(JSON.stringify(broken.body)).not.toContain(secret)
    await until(() => logged().includes('request failed') && logged().includes('"status":500'))
    await service.close()
    await receiver.close()

    expect(logged()).toContain('request failed')
    expect(logged()).toContain('"status":500')
    expect(logged()).not.toMatch(
      new RegExp(`${secret}|${account.api_key}|${basic(account.email, account.api_key)}`, 'i'),
    )
    expect(logged()).not.toMatch(/\bBasic\b|select |insert into/i)
    const lines = logged().trim().split('\n')
    expect(lines.map(line => JSON.parse(line)).every(line => typeof line.level === 'number')).toBe(true)
  })
})

/** The log as it was written so far. */
function collect() {
  const log = new PassThrough()
  const chunks: Buffer[] = []
  log.on('data', chunk => chunks.push(chunk))
  return { log, logged: () => Buffer.concat(chunks).toString() }
}

async function refusedRequests(url: string, key: string): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const requests: readonly (readonly [string, RequestInit])[] = [
    [`/api/v1/bots/${secret}/completion`, { method: 'POST', headers: json, body: '{}' }],
    [`/${secret}`, {}],
    [`/api/v1/bots?search=${secret}`, { headers: { authorization: basic('somebody@example.com', secret) } }],
    [`/api/v1/bots`, { headers: { authorization: `Bearer ${secret}`, cookie: secret, 'x-request-id': secret } }],
    [`/api/v1/bots/${key}`, { method: 'PATCH', headers: json, body: `{"webhook_url": ${secret}` }],
    [`/api/v1/bots/${unknownId}`, { method: 'PATCH', headers: { 'content-type': secret }, body: secret }],
    [`/api/v1/%zz${secret}`, {}],
  ]
  for (const [path, init] of requests) await ask(`${url}${path}`, init)
}

/** Has the database refuse completions that ask for it, with errors that quote them. */
async function addTrap(place: Place): Promise<void> {
  const { kysely, close } = await openDatabase(place)
  await sql`
    create function trap() returns trigger language plpgsql as $$ begin
      raise exception 'invalid input: %', new.prompt using errcode = '22P02', detail = new.prompt, hint = new.prompt;
    end $$
  `.execute(kysely)
  await sql`
    create trigger trap before insert on completions for each row when (new.prompt like 'Trap%') execute function trap()
  `.execute(kysely)
  await close()
}

describe('an error in the log', () => {
  test.each([
    [
      'a broken constraint',
      Object.assign(new Error('duplicate key'), { code: '23505', detail: secret, query: secret }),
    ],
    ['wrong data', Object.assign(new Error(`invalid input syntax for type json: ${secret}`), { code: '22P02' })],
    ['text that is no JSON', jsonError(`{"a": ${secret}`)],
    ['a request', Object.assign(new Error('connect failed'), { config: { headers: { authorization: secret } } })],
    [
      'a cause',
      new Error('outer', { cause: new Error(`at https://user:${secret}@example.com/${secret}?k=${secret}`) }),
    ],
    ['no error', secret],
    ['a name', Object.assign(new Error(), { code: `${secret} x` })],
  ])('reveals nothing of %s', (_, error) => {
    expect(JSON.stringify(loggedError(error))).not.toContain(secret)
  })

  test('has its kind, its code, its origin, and its causes', () => {
    const error = new Error('The service stops.', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })
    expect(loggedError(error)).toMatchObject({
      type: 'Error',
      message: 'The service stops.',
      stack: expect.stringContaining('log-secrets.test.ts'),
      cause: { type: 'Error', code: 'ECONNREFUSED', message: 'no' },
    })
  })
})

function jsonError(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}

test.each([
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ['getaddrinfo ENOTFOUND shop.example.com', 'getaddrinfo ENOTFOUND shop.example.com'],
  ['GET https://u:p@shop.example.com:8443/a/b?c=d#e failed', 'GET https://shop.example.com:8443/… failed'],
  ['postgres://me:pw@db/bots', 'postgres://db/…'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer …'],
  ['key sk_0123456789abcdef', 'key …'],
  ['mail to ann@example.com, twice', 'mail to …, twice'],
  ['relation "completions" does not exist', 'relation "…" does not exist'],
  [`token ${'a1'.repeat(20)}`, 'token …'],
])('%j is logged as %j', (text, expected) => {
  expect(redact(text)).toBe(expected)
})
