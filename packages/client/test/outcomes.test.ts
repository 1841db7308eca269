import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { documentFormat, documentVersion, type ImportDocument } from '@scenewright/model'
import { expect, onTestFinished, test } from 'vitest'
import { createClient, exchange, ServiceError } from '../src/index.ts'
import { sendCut, sendJson, serve } from './fake-service.ts'

const apiKey = 'sk-very/secret"key'
const email = 'team@example.com'
const bot = '4812'
const document: ImportDocument = {
  format: documentFormat,
  schema_version: documentVersion,
  scenario: { title: 'Refund', trigger_description: 'Asks for a refund.' },
}
const error = (statusCode: number) => ({ statusCode, error: 'Phrase', message: 'No.', code: 'BAD_REQUEST' })

/** No request reaches its time limit. */
const clientOf = (url: string) => createClient({ url, email, apiKey, timeoutMs: 600_000, now: () => 0 })

async function failureOf(promise: Promise<unknown>): Promise<ServiceError> {
  const caught = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (caught instanceof ServiceError) return caught
  throw new Error(`not a ServiceError: ${inspect(caught)}`)
}

const record = '"unique_id":"r-1","title":"Refund"'
const versions = '"versions":[{"unique_id":"v-1","status":"DRAFT"'

interface Row {
  readonly name: string
  readonly answer: (response: ServerResponse) => void
  readonly expected: Partial<ServiceError>
}

const rows: readonly Row[] = [
  {
    name: 'a rejection in the format of the service',
    answer: response => sendJson(response, 400, error(400)),
    expected: { outcome: 'rejected', status: 400, serviceCode: 'BAD_REQUEST', code: 'service' },
  },
  {
    name: 'too many requests, with seconds to wait',
    answer: response => sendJson(response, 429, error(429), { 'retry-after': '7' }),
    expected: { outcome: 'rejected', status: 429, retryAfterMs: 7000 },
  },
  {
    name: 'too many requests, with a date to wait for',
    answer: response => sendJson(response, 429, error(429), { 'retry-after': 'Thu, 01 Jan 1970 00:00:09 GMT' }),
    expected: { outcome: 'rejected', status: 429, retryAfterMs: 9000 },
  },
  {
    name: 'unavailable, with seconds to wait',
    answer: response => sendJson(response, 503, error(503), { 'retry-after': '7' }),
    expected: { outcome: 'uncertain', status: 503, retryAfterMs: 7000 },
  },
  {
    name: 'a 4xx of another server',
    answer: response => sendJson(response, 404, { message: 'no route' }),
    expected: { outcome: 'uncertain', status: 404 },
  },
  {
    name: 'a 4xx whose body has another status',
    answer: response => sendJson(response, 400, error(404)),
    expected: { outcome: 'uncertain', status: 400 },
  },
  {
    name: 'a 4xx whose body is truncated',
    answer: response => sendCut(response, 400, JSON.stringify(error(400))),
    expected: { outcome: 'uncertain', status: 400 },
  },
  {
    name: 'a time-out that the service reports',
    answer: response => sendJson(response, 408, error(408)),
    expected: { outcome: 'uncertain', status: 408 },
  },
  {
    name: 'a 500 in the format of the service',
    answer: response => sendJson(response, 500, error(500)),
    expected: { outcome: 'uncertain', status: 500 },
  },
  {
    name: 'a page of a gateway',
    answer: response => response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
    expected: { outcome: 'uncertain', status: 502 },
  },
  {
    name: 'a login page with the status 200',
    answer: response => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>'),
    expected: { outcome: 'uncertain', status: 200 },
  },
  {
    name: 'a redirect, which is not followed',
    answer: response => response.writeHead(307, { location: '/elsewhere' }).end(),
    expected: { outcome: 'uncertain', status: 307 },
  },
  {
    name: 'a connection that is reset',
    answer: response => response.socket?.resetAndDestroy(),
    expected: { outcome: 'uncertain', code: 'network' },
  },
  {
    name: 'a connection that is closed without an answer',
    answer: response => response.socket?.end(),
    expected: { outcome: 'uncertain', code: 'network' },
  },
  {
    name: 'a 201 that is truncated after its id',
    answer: response => sendCut(response, 201, `{${record},${versions}`),
    expected: { outcome: 'applied-unreadable', status: 201, remoteId: 'r-1' },
  },
  {
    name: 'a 201 with a record without an id',
    answer: response => sendJson(response, 201, { title: 'Refund', versions: [{ unique_id: 'v-1' }] }),
    expected: { outcome: 'applied-unreadable', status: 201 },
  },
  {
    name: 'a 201 with a page',
    answer: response => response.writeHead(201, { 'content-type': 'text/html' }).end('<h1>Created</h1>'),
    expected: { outcome: 'applied-unreadable', status: 201 },
  },
  {
    name: 'a 201 without a body',
    answer: response => response.writeHead(201).end(),
    expected: { outcome: 'applied-unreadable', status: 201 },
  },
]

test.each(rows)('$name has its own outcome, with one request', async ({ answer, expected }) => {
  const { url, asked } = await serve(answer)
  const failure = await failureOf(clientOf(url).importScenario(bot, document))
  expect(failure).toMatchObject(expected)
  expect(failure.remoteId).toBe(expected.remoteId)
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /api/v1/bots/4812/scenarios/import'])
})

test('a failed update without any change is called a failed read, and one with a change may have been carried out', async () => {
  const { url } = await serve(response => response.writeHead(403).end('<h1>Forbidden</h1>'))
  const client = clientOf(url)
  const answer = 'the answer 403 does not come from the service'
  const read = await failureOf(client.updateScenario(bot, 'r-1', {}))
  expect(read).toMatchObject({ outcome: 'uncertain', message: `"read a scenario" failed: ${answer}` })
  const update = await failureOf(client.updateScenario(bot, 'r-1', { title: 'Refund' }))
  expect(update.message).toBe(`"update a scenario" may or may not have been carried out: ${answer}`)
})

test('a 201 that is truncated after the id of a version yields no id', async () => {
  const { url } = await serve(response => sendCut(response, 201, `{${versions}}],"title":"unique_id`))
  const failure = await failureOf(clientOf(url).importScenario(bot, document))
  expect(failure).toMatchObject({ outcome: 'applied-unreadable' })
  expect(failure.remoteId).toBeUndefined()
})

test('a time-out is uncertain, and one in the middle of a 201 is applied', async () => {
  const { url } = await serve((response, { path }) => {
    if (path.endsWith('/import')) response.writeHead(201).write(`{${record}`)
    else expire()
  })
  const limits: number[] = []
  let expire = () => {}
  const timer = (ms: number, action: () => void) => {
    limits.push(ms)
    expire = action
    return () => {}
  }
  const client = createClient({ url, email, apiKey, timeoutMs: 2000, timer })
  const silent = await failureOf(client.switchScenario(bot, 'r-1', true))
  expect(silent).toMatchObject({ outcome: 'uncertain', message: expect.stringContaining('time-out') })

  // The client reads the chunk before the next turn of the event loop.
  onBodyChunk(() => setImmediate(expire))
  const half = await failureOf(client.importScenario(bot, document))
  expect(half).toMatchObject({ outcome: 'applied-unreadable', remoteId: 'r-1' })
  expect(limits).toEqual([2000, 2000])
})

/** Calls `action` when the client receives a part of a body. */
function onBodyChunk(action: () => void): void {
  const channel = 'undici:request:bodyChunkReceived'
  subscribe(channel, action)
  onTestFinished(() => void unsubscribe(channel, action))
}

test('an aborted request is uncertain after it may have been sent, and not sent before', async () => {
  const { url, asked } = await serve(() => abort.abort(130))
  const abort = new AbortController()
  const client = clientOf(url)
  expect((await failureOf(client.importScenario(bot, document, { signal: abort.signal }))).outcome).toBe('uncertain')
  expect((await failureOf(client.importScenario(bot, document, { signal: abort.signal }))).outcome).toBe('not-sent')
  expect(asked).toHaveLength(1)
})

test('a rejected connection, an unknown name and a TLS error are not sent', async () => {
  const { url, server } = await serve(response => response.end())
  await new Promise(resolve => server.close(resolve))
  // Speaks no TLS: the handshake fails.
  const plain = createServer(socket => socket.end('nonsense\n'))
  await new Promise<void>(resolve => plain.listen(0, '127.0.0.1', resolve))
  const address = plain.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const urls = [url, 'https://scenewright.invalid', `https://127.0.0.1:${port}`]
  const failures = await Promise.all(urls.map(one => failureOf(clientOf(one).importScenario(bot, document))))
  plain.close()
  expect(failures.map(({ outcome, code }) => [outcome, code])).toEqual(urls.map(() => ['not-sent', 'network']))
})

test('an answer that exceeds the limit is not read to its end', async () => {
  const { url } = await serve(response => {
    response.writeHead(201, { 'content-type': 'application/json' }).write(`{${record},"padding":"`)
    const more = 'x'.repeat(1024 * 1024)
    const push = () => {
      while (!response.destroyed && response.write(more));
      if (!response.destroyed) response.once('drain', push)
    }
    push()
  })
  const failure = await failureOf(clientOf(url).importScenario(bot, document))
  expect(failure).toMatchObject({ outcome: 'applied-unreadable', remoteId: 'r-1' })
})

test('an answer is read up to the limit that a request sets', async () => {
  const { url } = await serve(response => response.end('x'.repeat(100)))
  const request = { origin: url, method: 'GET', path: '/', headers: {}, timeoutMs: 60_000 }
  const answers = await Promise.all([99, 100].map(maxBytes => exchange({ ...request, maxBytes })))
  expect(answers).toMatchObject([
    { answer: { isWhole: false, isTooLarge: true } },
    { answer: { isWhole: true, text: 'x'.repeat(100) } },
  ])
})

test('credentials are in no error and no client, even if the service repeats them', async () => {
  const encoded = Buffer.from(`${email}:${apiKey}`).toString('base64')
  const message = `bad key ${apiKey} in Basic ${encoded}`
  const { url } = await serve((response, { path }) =>
    path.endsWith('/import')
      ? sendJson(response, 401, { ...error(401), message })
      : response.writeHead(500).end(`${'.'.repeat(290)}${apiKey} ${JSON.stringify(apiKey)}`),
  )
  const client = clientOf(url)
  const failures = [
    await failureOf(client.importScenario(bot, document)),
    await failureOf(client.switchScenario(bot, 'r', true)),
  ]
  const shown = inspect([client, failures], { depth: 20, showHidden: true, getters: true })
  for (const secret of [apiKey, encoded, 'very/secret', 'sk-very']) expect(shown).not.toContain(secret)
  expect(failures[0]).toMatchObject({ outcome: 'rejected', status: 401 })
})
