import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createGuardedFetch } from '../src/egress/guarded-fetch.ts'
import { callFunction, readText } from '../src/resources/functions/call.ts'
import type { HeaderVault } from '../src/resources/functions/header-vault.ts'
import type { BotFunction, StoredHeader } from '../src/resources/functions/table.ts'
import { createUntrustedThread, createUntrustedWork } from '../src/resources/functions/untrusted-work.ts'
import { machineTimers, type Timers } from '../src/runtime/timers.ts'
import { listenOn } from './egress-listener.ts'
import { functionAt } from './functions-sample.ts'
import { until } from './support/receiver.ts'
import { createTestTimers, noTimers } from './support/test-timers.ts'

/** Untrusted work whose time is up when these timers say so, and the tasks that went to its thread. */
function watchedWork(timers: Timers) {
  const thread = createUntrustedThread(timers)
  const tasks: object[] = []
  const run: typeof thread.run = (task, of) => {
    tasks.push(task)
    return thread.run(task, of)
  }
  return { tasks, work: createUntrustedWork({ timers, thread: { ...thread, run } }) }
}

const { tasks, work: untrusted } = watchedWork(noTimers)
afterAll(() => untrusted.close())

const vault: HeaderVault = { seal: value => value, open: sealed => sealed }
const header = (header_name: string, sealed: string): StoredHeader => ({
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
  { args = {}, ...means }: { readonly args?: unknown } & Partial<Parameters<typeof callFunction>[2]> = {},
) {
  const listener = await listenOn(answer)
  onTestFinished(() => listener.close())
  const fetch = createGuardedFetch({ allowedOrigins: [listener.origin] })
  const all = { fetch, vault, untrusted, timers: noTimers, account: 'a', ...means }
  return { listener, result: await callFunction(functionAt(`${listener.origin}/x`, fields), args, all) }
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

test('GET has none', async () => {
  const { listener } = await called(undefined, { request_body_template: '{"a": 1}' })
  expect(listener.heard).toMatchObject([{ method: 'GET', text: '' }])
  expect(listener.heard[0]?.headers).not.toHaveProperty('content-type')
})

test('an answer that is not JSON is returned as text', async () => {
  const { result } = await called((_heard, response) => response.end('hö'))
  expect(result).toEqual({ kind: 'value', value: 'hö' })
})

test('the characters of an answer can be split anywhere', async () => {
  const bytes = Buffer.from('hö 😀')
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const body = new Blob([bytes.subarray(0, cut)]).stream()
    const rest = new Blob([bytes.subarray(cut)]).stream()
    const both = new ReadableStream<Uint8Array>({
      async start(controller) {
        for (const part of [body, rest]) for await (const chunk of part) controller.enqueue(chunk)
        controller.close()
      },
    })
    expect(await readText(new Response(both), 100)).toBe('hö 😀')
  }
})

test('an answer without a body is the empty text', async () => {
  const { result } = await called((_heard, response) => void response.writeHead(204).end())
  expect(result).toEqual({ kind: 'value', value: '' })
})

describe('a call is rejected', () => {
  test.each([400, 401, 404, 429, 500, 503])('if the service answers %i', async status => {
    const { result } = await called((_heard, response) => void response.writeHead(status).end('s3cret'))
    expect(result).toEqual({ kind: 'refused', reason: `The service answered ${status}.` })
  })

  test.each([301, 302, 303, 307, 308])('if the answer is %i, and the redirect is not followed', async status => {
    const { listener, result } = await called((_heard, response) => {
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining(`${status}: redirects`) })
    expect(listener.heard).toHaveLength(1)
  })

  test('if the answer is compressed: 10 MB of zeros in 10 KB', async () => {
    const { result } = await called((_heard, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)))
    })
    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining('compressed') })
  })

  test('if the answer is truncated', async () => {
    const { result } = await called((_heard, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{', () => response.destroy())
    })
    expect(result).toEqual({ kind: 'refused', reason: 'The service could not be reached.' })
  })

  test('if nothing listens, without revealing the address', async () => {
    const listener = await listenOn()
    await listener.close()
    const fetch = createGuardedFetch({ allowedOrigins: [listener.origin] })
    const result = await callFunction(
      functionAt(listener.origin, {}),
      {},
      { fetch, vault, untrusted, timers: noTimers, account: 'a' },
    )
    expect(result).toEqual({ kind: 'refused', reason: 'The service could not be reached.' })
  })

  test('if its address is forbidden, without revealing the address', async () => {
    const means = { fetch: createGuardedFetch(), vault, untrusted, timers: noTimers, account: 'a' }
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

  test('can be as long as the function allows', async () => {
    expect((await bytes(1024)).result).toEqual({ kind: 'value', value: 'x'.repeat(1024) })
  })

  test('that is one byte longer is truncated', async () => {
    expect((await bytes(1025)).result).toMatchObject({ kind: 'refused', reason: expect.stringContaining('1024 bytes') })
  })

  test('without an end is truncated, and its connection closed', async () => {
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

describe('an answer of more than 32,768 characters', () => {
  const read = async (text: string, response_path: string) => {
    const before = tasks.length
    const limits = { max_response_bytes: 5_242_880, response_path }
    const { result } = await called((_heard, response) => void response.end(text), limits)
    return { result, isReadInThread: tasks.length > before }
  }

  test('is read in a thread, so that it blocks no other work', async () => {
    const list = JSON.stringify({ a: Array.from({ length: 50_000 }, (_, id) => ({ id, tags: ['x'] })), b: 'found' })
    expect(await read(list, 'b')).toEqual({ result: { kind: 'value', value: 'found' }, isReadInThread: true })
  })

  test.each([
    ['lists within lists', '['.repeat(2_500_000) + ']'.repeat(2_500_000), true],
    ['objects within objects', `${'{"a":'.repeat(800_000)}1${'}'.repeat(800_000)}`, true],
    ['a short answer, within itself', `{"a":${'['.repeat(16_000)}${']'.repeat(16_000)}}`, false],
  ])('can consist of %s', async (_name, text, isReadInThread) => {
    expect(await read(text, 'a')).toMatchObject({ result: { kind: 'refused' }, isReadInThread })
  })
})

describe('the time-out', () => {
  test.each([
    ['no answer comes', () => {}],
    ['the answer does not end', (_heard: unknown, response: { write(text: string): void }) => response.write('{')],
  ])('ends a call if %s', async (name, answer) => {
    const timers = createTestTimers()
    let heard = false
    let answered = false
    const listener = await listenOn((asked, response) => {
      heard = true
      answer(asked, response)
    })
    onTestFinished(() => listener.close())
    const guarded = createGuardedFetch({ allowedOrigins: [listener.origin] })
    const fetch: typeof guarded = async (...request) => {
      const response = await guarded(...request)
      answered = true
      return response
    }
    const means = { fetch, vault, untrusted, timers, account: 'a' }
    let ended = false
    const call = callFunction(functionAt(listener.origin, { timeout_ms: 1000 }), {}, means).finally(() => {
      ended = true
    })
    await until(() => (name === 'no answer comes' ? heard : answered))
    await timers.advance(999)
    expect(ended).toBe(false)
    await timers.advance(1)
    expect(await call).toEqual({ kind: 'refused', reason: 'The service did not answer within 1000 ms.' })
    expect(timers.pending()).toEqual([])
  })

  test('is limited to the time of the function, measured by the clock of the machine', async () => {
    const { result } = await called(() => {}, { timeout_ms: 100 }, { timers: machineTimers })
    expect(result).toEqual({ kind: 'refused', reason: 'The service did not answer within 100 ms.' })
  })

  test('does not end for every caller: a signal ends the call with its own reason', async () => {
    const reason = new Error('The service stops.')
    const call = called(() => {}, {}, { signal: AbortSignal.abort(reason) })
    await expect(call).rejects.toBe(reason)
    const stopping = new AbortController()
    await expect(called(() => stopping.abort(reason), {}, { signal: stopping.signal })).rejects.toBe(reason)
  })
})

describe('a strict function', () => {
  const schema = {
    type: 'object',
    properties: { number: { type: 'string', pattern: '^\\d+$' }, mail: { format: 'email' } },
    required: ['number'],
    additionalProperties: false,
  }
  const strictly = (args: unknown, input_schema_json: object = schema) =>
    called(undefined, { strict: true, input_schema_json: { ...input_schema_json } }, { args })

  test('a schema with a keyword of the compiler alone is not checked later', async () => {
    const input_schema_json = { $async: true, properties: { number: { type: 'string' } } }
    expect((await strictly({ number: 1 }, input_schema_json)).result).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('must be string'),
    })
    expect((await strictly({ number: '1' }, input_schema_json)).result).toMatchObject({ kind: 'value' })
  })

  test.each(['toString', 'constructor'])('may have an optional argument named %s', async name => {
    const properties = JSON.parse(`{"number": {}, "${name}": {"type": "string"}}`)
    const [absent, valid, invalid] = ['{"number": 1}', `{"${name}": "x"}`, `{"${name}": 1}`].map(text =>
      JSON.parse(text),
    )
    expect((await strictly(absent, { properties })).result).toMatchObject({ kind: 'value' })
    expect((await strictly(valid, { properties })).result).toMatchObject({ kind: 'value' })
    expect((await strictly(invalid, { properties })).result).toMatchObject({ kind: 'refused' })
    expect((await strictly(absent, { properties, required: [name] })).result).toMatchObject({ kind: 'refused' })
  })

  test('is called with the arguments that its schema allows', async () => {
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
    ['a pattern that goes back and forth', backtracking, { a: `${'a'.repeat(40)}!` }],
    ['references that double', doubling, {}],
  ])('limits a schema with %s to two seconds of a thread, and survives it', async (_name, schema, args) => {
    const timers = createTestTimers()
    const { work } = watchedWork(timers)
    onTestFinished(() => work.close())
    const strict = { strict: true, input_schema_json: { ...schema } }
    const call = called(undefined, strict, { args, untrusted: work })
    await until(() => timers.pending().includes(2000))
    await timers.advance(2000)
    expect((await call).result).toMatchObject({ kind: 'refused', reason: expect.stringContaining('too long') })
    expect((await called(undefined, { strict: true }, { untrusted: work })).result).toMatchObject({ kind: 'value' })
  })

  test.each([
    ['a reference to itself', { allOf: [{ $ref: '#' }] }, 'do not fit'],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema.json' }, "can't resolve reference"],
    ['a file of this machine', { $ref: 'file:///etc/passwd' }, "can't resolve reference"],
  ])('survives a schema with %s', async (_name, input_schema_json, reason) => {
    const before = tasks.length
    const { result } = await strictly({}, input_schema_json)
    expect(result).toMatchObject({ kind: 'refused', reason: expect.stringContaining(reason) })
    expect(tasks).toHaveLength(before + 1)
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

  test('rejects a schema that hangs without trying it again, for a minute', async () => {
    const timers = createTestTimers()
    const { tasks, work } = watchedWork(timers)
    onTestFinished(() => work.close())
    const first = work.check('a', backtracking, { a: `${'a'.repeat(40)}!` }).catch(error => error)
    await until(() => timers.pending().includes(2000))
    await timers.advance(2000)
    expect((await first).message).toContain('too long')
    await timers.advance(59_999)
    await expect(work.check('a', backtracking, { a: 'a' })).rejects.toThrow('too long')
    expect(tasks).toHaveLength(1)
    await timers.advance(1)
    await work.check('a', backtracking, { a: 'a' })
    expect(tasks).toHaveLength(2)
  })

  test('is one of many equal schemas that are checked once; some of too many others must be sent again', async () => {
    const { tasks, work } = watchedWork(createTestTimers())
    onTestFinished(() => work.close())
    const equal = Array.from({ length: 150 }, () => work.faultOfSchema('a', { type: 'object' }))
    expect(new Set(await Promise.all(equal))).toEqual(new Set([undefined]))
    expect(tasks).toHaveLength(1)
    const refusedOf = async (accounts: readonly string[]) => {
      const checks = accounts.map((account, index) => work.faultOfSchema(account, { title: `${account} ${index}` }))
      const results = await Promise.allSettled(checks)
      return results.flatMap(result => (result.status === 'rejected' ? [result.reason] : []))
    }
    const sameAccount = await refusedOf(Array(70).fill('a'))
    expect(sameAccount.map(({ status }) => status)).toEqual(Array(50).fill(429))
    expect(sameAccount[0]).toMatchObject({ headers: { 'retry-after': '1' } })
    const everyAccount = await refusedOf(Array.from({ length: 250 }, (_, index) => `account ${index}`))
    expect(everyAccount.map(({ status }) => status)).toEqual(Array(50).fill(503))
  })

  test('waits for one check of another account, not for all of them', async () => {
    const timers = createTestTimers()
    const { work } = watchedWork(timers)
    onTestFinished(() => work.close())
    const args = { a: `${'a'.repeat(40)}!` }
    let isSecondChecked = false
    const first = work.check('a', backtracking, args).catch(({ message }) => message)
    const second = work.check('a', { ...backtracking, title: 'Second' }, args).catch(({ message }) => {
      isSecondChecked = true
      return message
    })
    const other = work.faultOfSchema('b', { type: 'object' })
    await until(() => timers.pending().includes(2000))
    await timers.advance(2000)
    expect(await first).toContain('too long')
    expect(await other).toBeUndefined()
    expect(isSecondChecked).toBe(false)
    await until(() => timers.pending().includes(2000))
    await timers.advance(2000)
    expect(await second).toContain('too long')
  })

  test('has the time limit of its thread', async () => {
    const timers = createTestTimers()
    const work = createUntrustedWork({ timers, thread: createUntrustedThread(timers, 300) })
    onTestFinished(() => work.close())
    const check = work.check('a', backtracking, { a: `${'a'.repeat(40)}!` }).catch(({ message }) => message)
    await until(() => timers.pending().includes(300))
    await timers.advance(300)
    expect(await check).toContain('too long')
  })

  test('waits in no endless line', async () => {
    const checks = await Promise.allSettled(
      Array.from({ length: 150 }, () => untrusted.check('a', schema, { number: '1' })),
    )
    expect(checks.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
  })
})
