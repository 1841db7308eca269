import { OperationError } from '@scenewright/model'
import { expect, test } from 'vitest'
import { type Client, createClient } from '../src/index.ts'
import { sendJson, serve } from './fake-service.ts'

const account = { email: 'team@example.com', apiKey: 'key', timeoutMs: 2000 }
const fields = { title: 'T', trigger_description: 'D' }
const document = { format: 'service.bot-scenario', schema_version: 2, scenario: fields } as const
const fn = {
  bot_unique_id: 'b',
  name: 'find_order',
  description: 'Finds an order.',
  request_method: 'GET',
  request_url: 'https://shop.example.com/orders?id={id}',
  input_schema_json: { type: 'object' },
} as const

const calls: readonly [request: string, body: unknown, call: (client: Client) => Promise<unknown>][] = [
  ['GET /api/v1/bots', '', client => client.listBots()],
  ['GET /api/v1/bots?search=a+b&take=5', '', client => client.listBots({ search: 'a b', take: 5 })],
  ['POST /api/v1/bots', { name: 'B', gpt_model: 'm' }, client => client.createBot({ name: 'B', gpt_model: 'm' })],
  ['PATCH /api/v1/bots/b', { webhook_url: 'u' }, client => client.changeBot('b', { webhook_url: 'u' })],
  ['POST /api/v1/bots/b/scenarios', fields, client => client.createScenario('b', fields)],
  ['POST /api/v1/bots/b/scenarios/import', document, client => client.importScenario('b', document)],
  ['PATCH /api/v1/bots/b%2Fc/scenarios/s', { title: 'T' }, client => client.updateScenario('b/c', 's', { title: 'T' })],
  [
    'POST /api/v1/bots/b/scenarios/s/versions/v/publish',
    { activate: false },
    client => client.publishVersion({ bot: 'b', scenario: 's', version: 'v' }, false),
  ],
  ['PATCH /api/v1/bots/b/scenarios/s/active', { is_active: true }, client => client.switchScenario('b', 's', true)],
  ['POST /api/v1/bot-tools', fn, client => client.createFunction(fn)],
  [
    'GET /api/v1/bot-tools?bot_unique_id=b&skip=20&take=10&order_by=asc',
    '',
    client => client.listFunctions({ bot_unique_id: 'b', skip: 20, take: 10, order_by: 'asc' }),
  ],
  ['POST /api/v1/bots/b/completion', { prompt: 'Hi' }, client => client.complete('b', { prompt: 'Hi' })],
  [
    'POST /api/v1/bots/b/dialogues',
    { name: 'D', message_limit: 3 },
    client => client.createDialogue('b', { name: 'D', message_limit: 3 }),
  ],
  ['GET /api/v1/completion-log/journal?unique_id=u', '', client => client.readJournal({ unique_id: 'u' })],
]

test('every operation of the client is called by one of the cases', async () => {
  const client = createClient({ ...account, url: 'https://bots.example.com' })
  const called = new Set<PropertyKey>()
  const recorder = new Proxy(client, {
    get: (_client, operation) => {
      called.add(operation)
      return () => Promise.resolve()
    },
  })
  for (const [, , call] of calls) await call(recorder)
  expect([...called].sort()).toEqual(Object.keys(client).sort())
})

test.each(calls)('%s is sent as the contract requires', async (request, body, call) => {
  const { url, asked } = await serve((response, { method }) =>
    sendJson(
      response,
      200,
      method === 'GET' ? { data: [], meta: { total: 0, skip: 0, take: 10 } } : { unique_id: 'x', added: [1] },
    ),
  )
  const answer = await call(createClient({ ...account, url }))
  expect(answer).toMatchObject(request.startsWith('GET') ? { meta: { total: 0 } } : { unique_id: 'x', added: [1] })
  const [one] = asked
  expect(`${one?.method} ${one?.path}`).toBe(request)
  expect(one?.body === '' ? '' : JSON.parse(one?.body ?? '')).toEqual(body)
  expect(one?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('team@example.com:key').toString('base64')}`,
    accept: 'application/json',
    ...(body !== '' && { 'content-type': 'application/json' }),
  })
})

test('unknown fields and values are kept, and a version without an id is left out', async () => {
  const versions = [{ unique_id: 'v', status: 'FROZEN', version: 3, definition: {}, more: 1 }, { status: 'DRAFT' }, 7]
  const { url } = await serve(response => sendJson(response, 201, { unique_id: 's', versions, is_active: 'yes' }))
  const record = await createClient({ ...account, url }).createScenario('b', fields)
  expect(record).toEqual({ unique_id: 's', versions: versions.slice(0, 1) })
})

test('a function keeps extra fields of the service, and drops fields of an unexpected type', async () => {
  const data = [
    { unique_id: 'f', name: 'find_order', is_enabled: false, more: 1 },
    { unique_id: 'g', name: 7, is_enabled: 'yes' },
  ]
  const { url } = await serve(response => sendJson(response, 200, { data, meta: { total: 2 } }))
  const functions = await createClient({ ...account, url }).listFunctions({ bot_unique_id: 'b' })
  expect(functions).toEqual({ data: [data[0], { unique_id: 'g' }], meta: { total: 2 } })
})

test('a path after the host of the service is kept', async () => {
  const { url, asked } = await serve(response => sendJson(response, 200, { unique_id: 's' }))
  await createClient({ ...account, url: `${url}/bots-of-ours/` }).switchScenario('b', 's', true)
  expect(asked[0]?.path).toBe('/bots-of-ours/api/v1/bots/b/scenarios/s/active')
})

const refused: readonly [url: string, code: string][] = [
  ['http://bots.example.com', 'config'],
  ['http://127.example.com', 'config'],
  ['ftp://bots.example.com', 'config'],
  ['bots.example.com', 'config'],
  ['https://user:pass@bots.example.com', 'config'],
  ['https://bots.example.com?key=1', 'config'],
  ['https://bots.example.com/api/v1/', 'config'],
  ['', 'config'],
]

test.each(refused)('the url %j is rejected before anything is sent', (url, code) => {
  expect(() => createClient({ ...account, url })).toThrow(expect.objectContaining({ code }))
})

test.each(['https://bots.example.com', 'http://localhost:3000', 'http://127.1:80', 'http://[::1]:8080/x'])(
  'the url %j is valid',
  url => {
    expect(createClient({ ...account, url })).toBeTypeOf('object')
  },
)

test('credentials in a url are not shown', () => {
  for (const url of ['https://user:hidden@x.example', 'ftp://user:hidden@x.example']) {
    expect(() => createClient({ ...account, url })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hidden') }),
    )
  }
})

test.each([
  { email: '', apiKey: 'k' },
  { email: 'a', apiKey: '' },
  { email: 'a:b', apiKey: 'k' },
])('credentials that cannot be sent in a header are rejected: %j', wrong => {
  expect(() => createClient({ ...account, ...wrong, url: 'https://x.example' })).toThrow(
    expect.objectContaining({ code: 'usage' }),
  )
})

test.each(['', '.', '..'])('%j is not a record id', async id => {
  const client = createClient({ ...account, url: 'https://x.example' })
  expect(() => client.switchScenario('b', id, true)).toThrow(OperationError)
})
