import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { BlockedTargetError, createEgress } from '../src/egress/egress.ts'
import { createGuardedFetch } from '../src/egress/guarded-fetch.ts'
import { callFunction } from '../src/resources/functions/call.ts'
import { createUntrustedWork } from '../src/resources/functions/untrusted-work.ts'
import { sendResult } from '../src/webhooks/send-result.ts'
import { functionAt } from './functions-sample.ts'
import { until } from './support/receiver.ts'
import { createTestTimers, noTimers } from './support/test-timers.ts'

const untrusted = createUntrustedWork()
afterAll(() => untrusted.close())

/** A target that speaks as it likes, and the connections that it has. */
async function target(speak: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.once('data', () => speak(socket))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets }
}

/** Speaks the head of an answer, and then a byte now and then, without an end. */
function drip(head: string) {
  return (socket: Socket) => {
    socket.write(`${head}\r\ntransfer-encoding: chunked\r\n\r\n`)
    const timer = setInterval(() => socket.write('1\r\nx\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  }
}

test('an origin that was judged before is judged with the credentials of each URL, and by its scheme and port', async () => {
  const { origin } = await target(socket => socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n'))
  const egress = createEgress({ allowLoopback: false, allowedOrigins: [origin] })
  const begin = (url: string) => egress.request(new URL(url), { method: 'GET', headers: {} })
  const status = await new Promise((resolve, reject) => {
    begin(`${origin}/first`)
      .on('response', ({ statusCode }) => resolve(statusCode))
      .on('error', reject)
      .end()
  })
  expect(status).toBe(204)
  expect(() => begin(origin.replace('//', '//user:password@'))).toThrow(BlockedTargetError)
  expect(() => begin(origin.replace(/:\d+$/, ':1'))).toThrow(BlockedTargetError)
  expect(() => begin(origin.replace('http:', 'ftp:'))).toThrow(BlockedTargetError)
  egress.close()
})

const send = (origin: string, { signal = new AbortController().signal, timers = noTimers } = {}) => {
  const egress = createEgress({ allowLoopback: true })
  const result = { id: 'i', body: '{}', sequence: 1, secret: 'whsec_AAAA' }
  return sendResult(origin, result, { egress, timeoutMs: 500, clock: () => new Date(), timers, signal })
}
const call = (origin: string, timers = noTimers) => {
  const fetch = createGuardedFetch({ allowedOrigins: [origin] })
  return callFunction(
    functionAt(origin, { timeout_ms: 500 }),
    {},
    { fetch, vault: undefined, untrusted, timers, account: 'a' },
  )
}

test('a service that stops begins no attempt', async () => {
  const { origin } = await target(() => {})
  expect(await send(origin, { signal: AbortSignal.abort() })).toEqual({
    kind: 'again',
    reason: 'The service is shutting down.',
  })
})

test.each([
  ['an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
  ['an endless head', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`],
  ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n\r\n'],
])('%s ends an attempt and a call', async (_name, text) => {
  const { origin, sockets } = await target(socket => void socket.write(text))
  expect(await send(origin)).toMatchObject({ kind: expect.not.stringMatching('delivered') })
  expect(await call(origin)).toMatchObject({ kind: 'refused' })
  await until(() => sockets.size === 0)
})

test.each([
  ['101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket', 'failed'],
  ['101 Switching Protocols', 'failed'],
  ['600 Odd', 'failed'],
  ['999 Odd', 'failed'],
  ['599 Odd', 'again'],
])('a webhook is final after any status but 408, 429 and 5xx: after %j it is "%s"', async (head, kind) => {
  const { origin, sockets } = await target(socket => void socket.end(`HTTP/1.1 ${head}\r\n\r\n`))
  expect(await send(origin)).toEqual({ kind, reason: `The receiver answered ${head.slice(0, 3)}.` })
  await until(() => sockets.size === 0)
})

test('hints do not extend the time limit of an attempt or a call', async () => {
  const timers = createTestTimers()
  let spoken = 0
  const { origin, sockets } = await target(socket => {
    socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50), () => {
      spoken += 1
    })
  })
  const sent = send(origin, { timers })
  await until(() => spoken === 1)
  await timers.advance(500)
  expect(await sent).toEqual({ kind: 'again', reason: 'No answer within 500 ms.' })
  const called = call(origin, timers)
  await until(() => spoken === 2)
  await timers.advance(500)
  expect(await called).toMatchObject({ kind: 'refused', reason: expect.stringContaining('within 500 ms') })
  await until(() => sockets.size === 0)
})

test('an endless answer is judged by its status, and its connection is closed two seconds later', async () => {
  const timers = createTestTimers()
  const { origin, sockets } = await target(drip('HTTP/1.1 200 OK'))
  expect(await send(origin, { timers })).toEqual({ kind: 'delivered' })
  expect([timers.pending(), sockets.size]).toEqual([[2000], 1])
  await timers.advance(2000)
  await until(() => sockets.size === 0)
})

test.each(['HTTP/1.1 500 No', 'HTTP/1.1 302 Found', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip'])(
  'a call with an endless answer %j leaves no connection open',
  async head => {
    const { origin, sockets } = await target(drip(head))
    expect(await call(origin)).toMatchObject({ kind: 'refused', reason: expect.not.stringContaining('within') })
    await until(() => sockets.size === 0)
  },
)
