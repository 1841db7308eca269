import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { BlockedTargetError } from '../src/egress/egress.ts'
import { createGuardedFetch, RejectedResponseError } from '../src/egress/guarded-fetch.ts'
import { listenOn } from './egress-listener.ts'
import { until } from './support/receiver.ts'
import { settled } from './support/test-timers.ts'

type Fetch = typeof globalThis.fetch

/** V8 provides it only to contexts that are created while the flag is set. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  collect()
}

async function opened(answer?: Parameters<typeof listenOn>[0], maxResponseBytes?: number) {
  const listener = await listenOn(answer)
  onTestFinished(() => listener.close())
  const limit = maxResponseBytes === undefined ? {} : { maxResponseBytes }
  return { listener, fetch: createGuardedFetch({ allowedOrigins: [`${listener.origin}/v1`], ...limit }) }
}

test('the request arrives, and the answer is returned', async () => {
  const { listener, fetch } = await opened((_heard, response) => {
    response.writeHead(201, 'Made', { 'x-one': '1', 'set-cookie': ['a=1', 'b=2'] }).end('{"ö": 1}')
  })
  const response = await fetch(`${listener.origin}/v1/x?q=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer k' },
    body: '{"text": "ö"}',
  })
  expect(response).toMatchObject({ status: 201, statusText: 'Made', ok: true })
  expect(response.headers.get('x-one')).toBe('1')
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  expect(await response.json()).toEqual({ ö: 1 })
  expect(listener.heard).toMatchObject([
    {
      method: 'POST',
      path: '/v1/x?q=1',
      text: '{"text": "ö"}',
      headers: { authorization: 'Bearer k', 'content-length': '14', 'accept-encoding': 'identity' },
    },
  ])
})

test('an answer can be read while it arrives', async () => {
  let next = () => {}
  const { listener, fetch } = await opened((_heard, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    next = () => response.end('data: 2\n\n')
  })
  const { body } = await fetch(listener.origin)
  const events: string[] = []
  for await (const chunk of body ?? []) {
    events.push(Buffer.from(chunk).toString())
    next()
  }
  expect(events).toEqual(['data: 1\n\n', 'data: 2\n\n'])
})

test('a body can be streamed or sent as a whole', async () => {
  const { listener, fetch } = await opened()
  const body = new ReadableStream({
    start(controller) {
      for (const text of ['a', 'b']) controller.enqueue(Buffer.from(text))
      controller.close()
    },
  })
  // Node asks for it, and the type of the platform does not know it yet.
  await fetch(listener.origin, { method: 'POST', body, duplex: 'half' } as RequestInit)
  await fetch(new Request(listener.origin, { method: 'PUT', body: 'c' }))
  expect(listener.heard.map(({ method, text }) => [method, text])).toEqual([
    ['POST', 'ab'],
    ['PUT', 'c'],
  ])
})

test('a body that fails aborts the request', async () => {
  const { listener, fetch } = await opened()
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error('no more'))
    },
  })
  await expect(fetch(listener.origin, { method: 'POST', body, duplex: 'half' } as RequestInit)).rejects.toMatchObject({
    message: 'fetch failed',
    cause: { message: 'no more' },
  })
  expect(listener.heard).toEqual([])
})

test.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 205],
])('%s and %i have no body', async (method, status) => {
  const { listener, fetch } = await opened((_heard, response) => void response.writeHead(status).end())
  const response = await fetch(listener.origin, { method })
  expect([response.status, response.body]).toEqual([status, null])
})

test('a connection is used again', async () => {
  const { listener, fetch } = await opened()
  for (let index = 0; index < 5; index += 1) await (await fetch(listener.origin)).text()
  expect(listener.heard).toHaveLength(5)
  expect(listener.connections()).toBe(1)
})

test.each([
  [300, {}, 'redirects are not followed'],
  [302, { location: '/x' }, 'redirects are not followed'],
  [304, {}, 'redirects are not followed'],
  [399, {}, 'redirects are not followed'],
  [600, {}, 'not a valid status'],
  [999, {}, 'not a valid status'],
  [200, { 'content-encoding': 'gzip' }, 'compressed'],
  [200, { 'content-encoding': 'br, identity' }, 'compressed'],
])('an answer %i with %j is rejected', async (status, headers, reason) => {
  const { listener, fetch } = await opened((_heard, response) => {
    response.writeHead(status, headers).end(status === 200 ? gzipSync(Buffer.alloc(1_000_000)) : undefined)
  })
  const error = await fetch(listener.origin).catch(caught => caught)
  expect(error).toBeInstanceOf(RejectedResponseError)
  expect(error.message).toContain(reason)
})

test('an answer of the maximum size is accepted, and one byte more is not, for any splitting', async () => {
  const { listener, fetch } = await opened((heard, response) => {
    const count = Number(heard.path?.slice(1))
    for (let sent = 0; sent < count; sent += 10) response.write('x'.repeat(Math.min(10, count - sent)))
    response.end()
  }, 1000)
  expect(await (await fetch(`${listener.origin}/1000`)).text()).toHaveLength(1000)
  const longer = await fetch(`${listener.origin}/1001`)
  await expect(longer.text()).rejects.toBeInstanceOf(RejectedResponseError)
})

test('a signal ends a waiting request, and an answer in progress', async () => {
  let cut = 0
  const waiting = new AbortController()
  const { listener, fetch } = await opened((heard, response) => {
    response.on('close', () => {
      cut += 1
    })
    if (heard.path === '/begun') response.write('x')
    else waiting.abort(new Error('late'))
  })
  const reason = new Error('enough')
  await expect(fetch(listener.origin, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  await expect(fetch(listener.origin, { signal: waiting.signal })).rejects.toThrow('late')
  const stopping = new AbortController()
  const begun = await fetch(`${listener.origin}/begun`, { signal: stopping.signal })
  const text = begun.text()
  stopping.abort(reason)
  await expect(text).rejects.toBe(reason)
  await until(() => cut === 2)
})

test.each([
  ['an address', (origin: string, signal: AbortSignal, fetch: Fetch) => fetch(origin, { signal })],
  ['a request', (origin: string, signal: AbortSignal, fetch: Fetch) => fetch(new Request(origin, { signal }))],
])('a signal of %s ends an answer that comes, whatever memory was freed meanwhile', async (_name, call) => {
  const { listener, fetch } = await opened((_heard, response) => {
    response.writeHead(200).write('x')
  })
  const stopping = new AbortController()
  const { body } = await call(listener.origin, stopping.signal, fetch)
  const reader = (body ?? new ReadableStream()).getReader()
  await reader.read()
  const rest = reader.read()
  // Several turns, because a weak reference stays until the turn in which it was read has ended.
  for (let turn = 0; turn < 3; turn += 1) {
    await settled()
    collectGarbage()
  }
  stopping.abort(new Error('late'))
  await expect(rest).rejects.toThrow('late')
})

test('an answer that is read or canceled does not listen to its signal any more', async () => {
  const { listener, fetch } = await opened((heard, response) => {
    response.writeHead(200).write('x')
    if (heard.path === '/whole') response.end()
  })
  const { signal } = new AbortController()
  const whole = await fetch(`${listener.origin}/whole`, { signal })
  await whole.text()
  const unread = await fetch(listener.origin, { signal })
  await unread.body?.cancel()
  const begun = await fetch(listener.origin, { signal })
  const reader = begun.body?.getReader()
  await reader?.read()
  await reader?.cancel()
  // That of a request ends with its connection.
  await until(() => getEventListeners(signal, 'abort').length === 0)
})

test('a network failure is reported as fetch does', async () => {
  const { listener, fetch } = await opened((heard, response) => {
    if (heard.path !== '/begun') return void response.destroy()
    response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy())
  })
  await expect(fetch(listener.origin)).rejects.toMatchObject({ name: 'TypeError', message: 'fetch failed' })
  const begun = await fetch(`${listener.origin}/begun`)
  await expect(begun.text()).rejects.toMatchObject({ name: 'TypeError', message: 'terminated' })
})

test.each(['http://127.0.0.1:1/', 'https://127.0.0.1/', 'http://example.com/', 'ftp://127.0.0.1/'])(
  '%s is rejected without an attempt',
  async address => {
    await expect(createGuardedFetch()(address)).rejects.toBeInstanceOf(BlockedTargetError)
  },
)
