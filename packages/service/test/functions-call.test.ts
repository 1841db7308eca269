import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { BotFunction, KeptHeader } from '../src/database/tables.ts'
import { createGuardedFetch } from '../src/egress/guarded-fetch.ts'
import { callFunction } from '../src/functions/call-function.ts'
import type { HeaderVault } from '../src/functions/header-vault.ts'
import { createUntrustedWork } from '../src/functions/untrusted-work.ts'
import { listenOn } from './egress-listener.ts'
import { functionAt } from './functions-sample.ts'
import { until } from './support/receiver.ts'

const untrusted = createUntrustedWork()
afterAll(() => untrusted.close())

const vault: HeaderVault = { seal: value => value, open: sealed => sealed }
const header = (header_name: string, sealed: string): KeptHeader => ({
  id: header_name,
  header_name,
  is_secret: true,
  is_enabled: true,
  sealed,
})

/** A function of this listener's, called with arguments. */
async function called(
  answer: Parameters<typeof listenOn>[0],
  fields: Partial<BotFunction> = {},
  { args = {}, signal }: { readonly args?: unknown; readonly signal?: AbortSignal } = {},
) {
  const listener = await listenOn(answer)
  onTestFinished(() => listener.close())
  const means = { fetch: createGuardedFetch({ allowedOrigins: [listener.origin] }), vault, untrusted }
  const started = performance.now()
  const result = await callFunction(functionAt(`${listener.origin}/x`, fields), args, {
    ...means,
    ...(signal !== undefined && { signal }),
  })
  return { listener, result, ms: performance.now() - started }
}

/** Watches the event loop; the longest it was held up, in milliseconds. */
function watchGap(): () => number {
  let longest = 0
  let last = performance.now()
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  return () => {
    clearInterval(watch)
    return longest
  }
}

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s carries the body and the headers', async method => {
  const { listener, result } = await called(
    (_heard, response) => response.end('{"order": {"status": "sent"}}'),
    {
      request_method: method,
      request_body_template: '{"number": {number}}',
      response_path: 'order.status',
      headers: [header('Authorization', 'Bearer s3cret'), header('X-Number', '{number}')],
    },
    { args: { number: 4711 } },
  )
  expect(result).toEqual({ kind: 'value', value: 'sent' })
  expect(listener.heard).toMatchObject([
    {
      method,
      path: '/x',
      text: '{"number":4711}',
      headers: {
        authorization: 'Bearer s3cret',
        'x-number': '4711',
        'content-type': 'application/json',
        'content-length': '15',
        'accept-encoding': 'identity',
      },
    },
  ])
})

test('GET carries none', async () => {
  const { listener } = await called(undefined, { request_body_template: '{"a": 1}' })
  expect(listener.heard).toMatchObject([{ method: 'GET', text: '' }])
  expect(listener.heard[0]?.headers).not.toHaveProperty('content-type')
})

test('an answer that is no JSON comes as text, and its letters may be cut anywhere', async () => {
  const { result } = await called((_heard, response) => {
    response.write(Buffer.from([0x68, 0xc3]))
    setTimeout(() => response.end(Buffer.from([0xb6])), 20)
  })
  expect(result).toEqual({ kind: 'value', value: 'hö' })
})

test('an answer without a body is the empty text', async () => {
  const { result } = await called((_heard, response) => void response.writeHead(204).end())
  expect(result).toEqual({ kind: 'value', value: '' })
})

describe('a call is refused', () => {
  test.each([400, 401, 404, 429, 500, 503])('where the service answers %i', async status => {
    const { result } = await called((_heard, response) => void response.writeHead(status).end('s3cret'))
    expect(result).toEqual({ kind: 'refused', reason: `The service answered ${status}.` })
  })

  test.each([301, 302, 303, 307, 308])('where it answers %i, and the redirect is not followed', async status => {
    const { listener, result } = await called((_heard, response) => {
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining(`${status}: redirects`) })
    expect(listener.heard).toHaveLength(1)
  })

  test('where it answers packed: 10 MB of zeros in 10 KB', async () => {
    const { result } = await called((_heard, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)))
    })
    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining('packed') })
  })

  test('where it breaks off', async () => {
    const { result } = await called((_heard, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{')
      setTimeout(() => response.destroy(), 20)
    })
    expect(result).toEqual({ kind: 'refused', reason: 'The service could not be reached.' })
  })

  test('where nobody listens, without a word of where', async () => {
    const listener = await listenOn()
    await listener.close()
    const fetch = createGuardedFetch({ allowedOrigins: [listener.origin] })
    const result = await callFunction(functionAt(listener.origin, {}), {}, { fetch, vault, untrusted })
    expect(result).toEqual({ kind: 'refused', reason: 'The service could not be reached.' })
  })

  test('where its address may not be called, without a word of where', async () => {
    const means = { fetch: createGuardedFetch(), vault, untrusted }
    const result = await callFunction(functionAt('https://10.0.0.1/', {}), {}, means)
    expect(result).toEqual({ kind: 'refused', reason: 'The address of the service is none that may be called.' })
  })

  test.each([
    [[], 'must be an object'],
    ['x', 'must be an object'],
    [{ a: 'x'.repeat(70_000) }, 'too long'],
  ])('with the arguments %.20j', async (args, reason) => {
    const { listener, result } = await called(undefined, {}, { args })
    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) })
    expect(listener.connections()).toBe(0)
  })
})

describe('an answer', () => {
  const bytes = (count: number) =>
    called((_heard, response) => void response.end('x'.repeat(count)), { max_response_bytes: 1024 })

  test('may be as long as the function says', async () => {
    expect((await bytes(1024)).result).toEqual({ kind: 'value', value: 'x'.repeat(1024) })
  })

  test('that is one byte longer is cut off', async () => {
    expect((await bytes(1025)).result).toMatchObject({ kind: 'refused', reason: expect.stringContaining('1024 bytes') })
  })

  test('without an end is cut off, and the connection with it', async () => {
    let isCut = false
    const { result } = await called(
      (_heard, response) => {
        const timer = setInterval(() => response.write('x'.repeat(500)), 5)
        response.on('close', () => {
          isCut = true
          clearInterval(timer)
        })
      },
      { max_response_bytes: 1024 },
    )
    expect(result).toMatchObject({ kind: 'refused' })
    await until(() => isCut)
  })
})

// Time is measured: a machine that is busy with other things gets another try.
describe('a long answer', { retry: 3 }, () => {
  const limits = { max_response_bytes: 5_242_880, timeout_ms: 10_000, response_path: 'a' }
  const gapOf = async (text: string, path = 'a') => {
    const gap = watchGap()
    const { result } = await called((_heard, response) => void response.end(text), { ...limits, response_path: path })
    return { result, gapMs: gap() }
  }

  test('is read aside', async () => {
    const list = JSON.stringify({ a: Array.from({ length: 50_000 }, (_, id) => ({ id, tags: ['x'] })), b: 'found' })
    const { result, gapMs } = await gapOf(list, 'b')
    expect(result).toEqual({ kind: 'value', value: 'found' })
    expect(gapMs).toBeLessThan(150)
  })

  test.each([
    ['lists within lists', '['.repeat(2_500_000) + ']'.repeat(2_500_000)],
    ['objects within objects', `${'{"a":'.repeat(800_000)}1${'}'.repeat(800_000)}`],
    ['a short one, within itself', `{"a":${'['.repeat(16_000)}${']'.repeat(16_000)}}`],
  ])('of %s holds nobody up', async (_name, text) => {
    const { result, gapMs } = await gapOf(text)
    expect(result).toMatchObject({ kind: 'refused' })
    expect(gapMs).toBeLessThan(150)
  })
})

describe('the time-out', { retry: 3 }, () => {
  test.each([
    ['no answer comes', () => {}],
    ['the answer does not end', (_heard: unknown, response: { write(text: string): void }) => response.write('{')],
  ])('is kept, give or take a fifth, where %s', async (_name, answer) => {
    const { result, ms } = await called(answer, { timeout_ms: 1000 })
    expect(result).toEqual({ kind: 'refused', reason: 'The service did not answer within 1000 ms.' })
    expect(ms).toBeGreaterThan(800)
    expect(ms).toBeLessThan(1200)
  })

  test('is not the end of whoever waits: a signal ends the call with its own reason', async () => {
    const reason = new Error('The service stops.')
    const call = called(() => {}, {}, { signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(reason), 50)
    await expect(called(() => {}, {}, { signal: stopping.signal })).rejects.toBe(reason)
  })
})

describe('a strict function', { retry: 3 }, () => {
  const schema = {
    type: 'object',
    properties: { number: { type: 'string', pattern: '^\\d+$' }, mail: { format: 'email' } },
    required: ['number'],
    additionalProperties: false,
  }
  const strictly = (args: unknown, input_schema_json: object = schema) =>
    called(undefined, { strict: true, input_schema_json: { ...input_schema_json } }, { args })

  test('is called with what its schema allows', async () => {
    expect((await strictly({ number: '1', mail: 'a@example.com' })).result).toEqual({ kind: 'value', value: '{}' })
  })

  test.each([
    [{}, "must have required property 'number'"],
    [{ number: 1 }, 'number must be string'],
    [{ number: 'x' }, 'number must match pattern'],
    [{ number: '1', mail: 'x' }, 'mail must match format'],
    [{ number: '1', more: 1 }, 'must NOT have additional properties'],
  ])('is not called with %j', async (args, reason) => {
    const { listener, result } = await strictly(args)
    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) })
    expect(listener.connections()).toBe(0)
  })

  const backtracking = { properties: { a: { pattern: '^(a+)+$' } } }
  const doubling = {
    $ref: '#/definitions/d0',
    definitions: Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const next = { $ref: `#/definitions/d${index + 1}` }
        return [`d${index}`, index === 39 ? {} : { allOf: [next, next] }]
      }),
    ),
  }
  const deep = Array.from({ length: 90 }).reduce((inner: object) => ({ properties: { a: inner } }), { type: 'string' })

  test.each([
    ['a pattern that goes back and forth', backtracking, { a: `${'a'.repeat(40)}!` }, 'too long'],
    ['references that double', doubling, {}, 'too long'],
    ['a reference to itself', { allOf: [{ $ref: '#' }] }, {}, 'do not fit'],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema.json' }, {}, "can't resolve reference"],
    ['a file of this machine', { $ref: 'file:///etc/passwd' }, {}, "can't resolve reference"],
  ])('survives a schema with %s', async (_name, input_schema_json, args, reason) => {
    const gap = watchGap()
    const { result } = await strictly(args, input_schema_json)
    const gapMs = gap()
    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) })
    expect(gapMs).toBeLessThan(150)
    expect((await strictly({ number: '1' })).result).toMatchObject({ kind: 'value' })
  })

  test('may have a deep schema, and one of 2020', async () => {
    expect((await strictly({}, deep)).result).toMatchObject({ kind: 'value' })
    const tuple = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { a: { prefixItems: [{ type: 'number' }] } },
    }
    expect((await strictly({ a: [1] }, tuple)).result).toMatchObject({ kind: 'value' })
    expect((await strictly({ a: ['1'] }, tuple)).result).toMatchObject({ kind: 'refused' })
  })

  test('refuses a schema that hangs at once when it is asked about again', async () => {
    const schema = { ...backtracking, title: 'again' }
    const args = { a: `${'a'.repeat(40)}!` }
    await expect(untrusted.check(schema, args)).rejects.toThrow('too long')
    const started = performance.now()
    await expect(untrusted.check(schema, { a: 'a' })).rejects.toThrow('too long')
    expect(performance.now() - started).toBeLessThan(100)
  })

  test('waits in no endless line', async () => {
    const checks = await Promise.allSettled(Array.from({ length: 150 }, () => untrusted.check(schema, { number: '1' })))
    expect(checks.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
  })
})
