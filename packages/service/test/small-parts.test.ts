import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashKey, isKey } from '../src/accounts/accounts.ts'
import { createFailedAttempts, createRateLimit, readCredentials } from '../src/http/authorization.ts'
import { HttpError } from '../src/http/http-error.ts'
import { checkJsonShape, checkJsonValue, keepsNumbers, readFieldText } from '../src/http/json-body.ts'
import { createServer } from '../src/http/server.ts'
import { startWorkLoop } from '../src/jobs/work-loop.ts'
import { noMeters } from '../src/metrics/metrics.ts'
import { containsPattern, readPeriod } from '../src/resources/listing.ts'
import { createCoalescer } from '../src/runtime/coalescer.ts'
import { createFairQueue } from '../src/runtime/fair-queue.ts'
import { createPace } from '../src/runtime/pace.ts'
import { createDeadlines, createTimeLimit, waitFor } from '../src/runtime/timers.ts'
import { noTracing } from '../src/tracing/tracing.ts'
import { webhookBody } from '../src/webhooks/event.ts'
import { until } from './support/receiver.ts'
import { createTestTimers, noTimers, settled } from './support/test-timers.ts'

describe('credentials', () => {
  test('are split at the first colon, for any key', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (email, key) => {
        fc.pre(!email.includes(':') && !`${email}${key}`.includes('\0'))
        fc.pre(email.isWellFormed() && key.isWellFormed())
        const header = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
        expect(readCredentials(header)).toEqual({ email, key })
      }),
    )
  })

  test('a known key is recognized, and no other', () => {
    const kept = hashKey('sk_right')
    expect([isKey('sk_right', kept), isKey('sk_wrong', kept), isKey('', kept)]).toEqual([true, false, false])
    expect(hashKey('sk_right').key_hash).not.toBe(kept.key_hash)
  })
})

test('failures are counted by address in a sliding minute', () => {
  let now = 0
  const failed = createFailedAttempts(() => now)
  const fail = (count: number) => Array.from({ length: count }, () => failed.count('a')).at(-1)
  expect(fail(20)).toBeUndefined()
  now = 15_000
  expect(fail(1)).toBe(45)
  expect(failed.count('b')).toBeUndefined()
  now = 60_001
  expect(fail(20)).toBeUndefined()
  expect(fail(1)).toBe(60)
})

test('a JSON value is accepted or rejected, never answered with a crash', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      try {
        checkJsonValue(value)
        expect(JSON.stringify(value)).not.toContain('\\u0000')
      } catch (error) {
        expect(error).toBeInstanceOf(HttpError)
      }
    }),
  )
})

test.each([
  ['a wide list', JSON.stringify(Array(1_000_000).fill(1))],
  ['a hundred levels', `${'['.repeat(100)}${']'.repeat(100)}`],
])('%s is accepted', (_name, text) => {
  expect(() => checkJsonValue(JSON.parse(text))).not.toThrow()
})

test('one more level is rejected', () => {
  expect(() => checkJsonValue(JSON.parse(`${'['.repeat(101)}${']'.repeat(101)}`))).toThrow(HttpError)
})

test('many concurrent calls are batched in order, and each gets its own answer or the failure of its batch', async () => {
  const batches: number[][] = []
  const double = createCoalescer(
    async (items: readonly number[]) => {
      batches.push([...items])
      if (items.includes(7)) throw new Error('seven')
      return items.map(item => item * 2)
    },
    { maxItems: 3, timers: noTimers },
  )
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map(double))
  expect(batches).toEqual([[1, 2, 3], [4, 5, 6], [7]])
  expect(results.map(result => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    2,
    4,
    6,
    8,
    10,
    12,
    'failed',
  ])
  expect(await double(8)).toBe(16)
})

test('the first batch begins at once, and the next ones keep their distance', async () => {
  const timers = createTestTimers()
  const batches: number[][] = []
  const keep = createCoalescer(
    async (items: readonly number[]) => {
      batches.push([...items])
      return items
    },
    { maxItems: 10, timers, spacingMs: 30 },
  )
  await keep(1)
  const later = [keep(2), keep(3)]
  await timers.advance(29)
  expect(batches).toEqual([[1]])
  await timers.advance(1)
  expect(await Promise.all(later)).toEqual([2, 3])
  expect(batches).toEqual([[1], [2, 3]])
})

test('of many services, none rests longer than 50 ms, or than 150 ms after work that no client waits for', () => {
  const pace = createPace()
  pace.adapt(6)
  expect([pace.restMs(1000), pace.background.restMs(1000)]).toEqual([50, 150])
})

test.each([
  ['a client waits for', 20],
  ['no client waits for', 40],
])('each of several services rests after several items that %s, but not after a single one', async (kind, restMs) => {
  const timers = createTestTimers()
  const pace = createPace()
  const batches: number[][] = []
  const keep = createCoalescer(
    async (items: readonly number[]) => {
      batches.push([...items])
      if (items.length > 1) await waitFor(timers, 5)
      return items
    },
    { maxItems: 10, timers, pace: kind === 'a client waits for' ? pace : pace.background },
  )
  const batchOf = async (...items: readonly number[]) => {
    const kept = Promise.all(items.map(keep))
    await until(() => batches.at(-1)?.length === items.length)
    await timers.advance(5)
    return kept
  }
  await batchOf(1, 2)
  expect(await keep(3)).toBe(3)
  pace.adapt(3)
  await batchOf(4, 5)
  const rested = keep(6)
  await timers.advance(restMs - 1)
  expect(batches).toEqual([[1, 2], [3], [4, 5]])
  await timers.advance(1)
  expect(await rested).toBe(6)
  expect(await keep(7)).toBe(7)
})

test.each([
  [0, 3, 0],
  [1, 3, 0],
  [2, 3, 6],
  [4, 3, 18],
  [4, 1000, 50],
])('of %s services on a database, each rests after a batch of %s ms for %s ms', (services, took, rest) => {
  const pace = createPace()
  pace.adapt(services)
  expect(pace.restMs(took)).toBe(rest)
})

test('a row that the database rejects fails alone', async () => {
  const keep = createCoalescer(
    async (items: readonly number[]) => {
      if (items.includes(7)) throw Object.assign(new Error('seven'), { code: '22P05' })
      return items
    },
    { maxItems: 10, timers: noTimers },
  )
  const results = await Promise.allSettled([6, 7, 8].map(keep))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a batch that hangs delays the next one by a second', async () => {
  const timers = createTestTimers()
  const batches: string[][] = []
  const read = async (items: readonly string[]) => {
    batches.push([...items])
    return items.includes('hanging') ? new Promise<string[]>(() => {}) : items
  }
  const load = createCoalescer(read, { maxItems: 10, timers })
  void load('hanging')
  await until(() => batches.length === 1)
  const next = load('next')
  await timers.advance(999)
  expect(batches).toEqual([['hanging']])
  await timers.advance(1)
  expect(await next).toBe('next')
})

describe('a deadline', () => {
  const start = () => {
    const timers = createTestTimers()
    const stopping = new AbortController()
    const signals: AbortSignal[] = []
    const run = createDeadlines(timers, { ms: 100, stopping: stopping.signal })
    const work = (deadline: { readonly signal: AbortSignal }) => {
      signals.push(deadline.signal)
      return new Promise<string>(() => {})
    }
    return { timers, stopping, signals, run, work }
  }

  test('ends work that ignores its signal when its time is over', async () => {
    const { timers, signals, run, work } = start()
    const late = run(work).catch(error => error)
    await timers.advance(100)
    expect(await late).toMatchObject({ name: 'TimeoutError' })
    expect(signals[0]?.aborted).toBe(true)
  })

  test('ends work that ignores its signal at a stop, and starts none after it', async () => {
    const { stopping, signals, run, work } = start()
    const stopped = run(work)
    stopping.abort(new Error('stop'))
    await expect(stopped).rejects.toThrow('stop')
    await expect(run(work)).rejects.toThrow('stop')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  test('returns the result of work in time, and waits no longer', async () => {
    const { timers, run } = start()
    expect(await run(async () => 'done')).toBe('done')
    // One timer is kept for what begins next, and ends nothing.
    expect(timers.pending()).toEqual([100])
    await timers.advance(100)
    expect(timers.pending()).toEqual([])
  })

  test('aborts a signal that is first read when the time is over', async () => {
    const { timers, run } = start()
    let read = () => false
    const late = run(deadline => {
      read = () => deadline.signal.aborted
      return new Promise(() => {})
    }).catch(error => error)
    await timers.advance(100)
    await late
    expect(read()).toBe(true)
  })
})

test('a work loop runs again on a wake-up and after its wait, reports failures, and stops', async () => {
  const timers = createTestTimers()
  let runs = 0
  const errors: unknown[] = []
  const run = async () => {
    runs += 1
    if (runs === 2) throw new Error('second')
    return 60_000
  }
  const loop = startWorkLoop(run, error => errors.push(error), { timers })
  await settled()
  expect([runs, timers.pending()]).toEqual([1, [60_000]])
  loop.wake()
  await settled()
  expect([runs, errors.length, timers.pending()]).toEqual([2, 1, [1000]])
  await timers.advance(1000)
  expect(runs).toBe(3)
  await timers.advance(59_999)
  expect(runs).toBe(3)
  await timers.advance(1)
  expect(runs).toBe(4)
  await loop.stop()
  loop.wake()
  await settled()
  expect([runs, timers.pending()]).toEqual([4, []])
})

test('a work loop is alive until a run has lasted a minute', async () => {
  const timers = createTestTimers()
  let end = (): void => {}
  const run = () =>
    new Promise<number>(resolve => {
      end = () => resolve(60_000)
    })
  const loop = startWorkLoop(run, () => {}, { timers })
  await timers.advance(59_999)
  expect(loop.isAlive()).toBe(true)
  await timers.advance(1)
  expect(loop.isAlive()).toBe(false)
  end()
  await loop.stop()
})

test('one timer limits the time of work that begins together', async () => {
  const timers = createTestTimers()
  const inTime = createTimeLimit(timers, 100, () => new Error('late'))
  const outcomes: string[] = []
  const begin = (name: string, work: Promise<unknown>) => {
    void inTime(work).then(
      result => outcomes.push(`${name}: ${result}`),
      error => outcomes.push(`${name}: ${error.message}`),
    )
  }
  const never = new Promise(() => {})
  begin('first', never)
  begin('quick', Promise.resolve('done'))
  begin('failed', Promise.reject(new Error('no')))
  await timers.advance(5)
  begin('together', never)
  await timers.advance(55)
  begin('second', never)
  expect([outcomes, timers.pending()]).toEqual([
    ['quick: done', 'failed: no'],
    [100, 100],
  ])
  await timers.advance(40)
  expect([outcomes.splice(0, 4).slice(2), timers.pending()]).toEqual([['first: late', 'together: late'], [100]])
  await timers.advance(60)
  expect([outcomes.splice(0), timers.pending()]).toEqual([['second: late'], []])
  begin('third', Promise.resolve('done'))
  await settled()
  // It is kept for what begins next, and ends nothing.
  expect([outcomes, timers.pending()]).toEqual([['third: done'], [100]])
  await timers.advance(100)
  expect([outcomes, timers.pending()]).toEqual([['third: done'], []])
})

test('work that begins after a short timer has fired has a limit, too', async () => {
  const timers = createTestTimers()
  const inTime = createTimeLimit(timers, 4, () => new Error('late'))
  const never = new Promise(() => {})
  const first = inTime(never).catch(error => error.message)
  await timers.advance(4)
  expect(await first).toBe('late')
  await timers.advance(1)
  const second = inTime(never).catch(error => error.message)
  expect(timers.pending()).toEqual([4])
  await timers.advance(4)
  expect(await second).toBe('late')
})

test('a work loop with spacing starts at once when idle, and batches repeated wake-ups', async () => {
  const timers = createTestTimers()
  const begun: number[] = []
  const run = async () => {
    begun.push(timers.now())
    return 60_000
  }
  const loop = startWorkLoop(run, () => {}, { spacingMs: 40, timers })
  for (let ms = 0; ms < 200; ms += 1) {
    loop.wake()
    await timers.advance(1)
  }
  expect(begun).toEqual([0, 40, 80, 120, 160, 200])
  await timers.advance(60)
  loop.wake()
  await settled()
  expect(begun).toEqual([0, 40, 80, 120, 160, 200, 260])
  // Whatever still has to wait does not hold up a stop.
  await loop.stop()
  expect([begun.length, timers.pending()]).toEqual([7, []])
})

test('the queue of a target keeps its limit, and gives up waiting requests', async () => {
  const gates: ((isSuccess: boolean) => void)[] = []
  const begun: string[] = []
  const queues = createFairQueue<string>({ lane: 2 }, item => {
    begun.push(item)
    return new Promise(resolve => gates.push(resolve))
  })
  for (const item of ['a1', 'a2', 'a3', 'a4']) queues.add({ account: '', target: 'a' }, item)
  queues.add({ account: '', target: 'b' }, 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  gates[0]?.(true)
  await new Promise(resolve => setImmediate(resolve))
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  expect(queues.clear()).toEqual(['a4'])
  for (const open of gates) open(true)
  await queues.idle()
})

test('the places of a fair queue go to the account with the fewest running tasks, within all limits', async () => {
  const ends = new Map<string, (isSuccess: boolean) => void>()
  const begun: string[] = []
  const queue = createFairQueue<string>({ lane: 2, target: 3, account: 3, total: 5 }, item => {
    begun.push(item)
    return new Promise(resolve => ends.set(item, resolve))
  })
  const end = async (item: string) => {
    ends.get(item)?.(true)
    await settled()
    return begun.splice(0)
  }
  const add = (account: string, target: string, ...items: readonly string[]) => {
    for (const item of items) queue.add({ account, target }, item)
    return begun.splice(0)
  }
  expect(add('first', 'shop', 's1', 's2', 's3')).toEqual(['s1', 's2'])
  expect(add('first', 'bank', 'b1', 'b2')).toEqual(['b1'])
  expect(add('second', 'shop', 't1', 't2')).toEqual(['t1'])
  expect(add('third', 'shop', 'u1')).toEqual([])
  expect(add('third', 'bank', 'v1')).toEqual(['v1'])
  expect([queue.unfinished('first'), queue.unfinished()]).toEqual([5, 9])
  expect(await end('s1')).toEqual(['t2'])
  expect(await end('t1')).toEqual(['u1'])
  expect(await end('v1')).toEqual(['b2'])
  expect(queue.clear()).toEqual(['s3'])
  for (const item of ends.keys()) await end(item)
  await queue.idle()
  expect([queue.unfinished('first'), queue.unfinished()]).toEqual([0, 0])
})

test('a lane of a fair queue gets more places with each success, and loses them with a failure', async () => {
  const ends: ((isSuccess: boolean) => void)[] = []
  const queue = createFairQueue<number>({ lane: 1, succeedingLane: 3 }, () => {
    return new Promise<boolean>(resolve => ends.push(resolve))
  })
  const end = async (isSuccess: boolean) => {
    ends.shift()?.(isSuccess)
    await settled()
    return ends.length
  }
  for (let item = 0; item < 20; item += 1) queue.add({ account: '', target: '' }, item)
  expect(ends).toHaveLength(1)
  expect([await end(true), await end(true), await end(true), await end(true)]).toEqual([2, 3, 3, 3])
  expect([await end(false), await end(false), await end(false), await end(true)]).toEqual([2, 1, 1, 2])
  queue.clear()
  while (ends.length > 0) await end(true)
  await queue.idle()
})

test('accounts of a fair queue take turns, also those that come while the only place is taken', async () => {
  const begun: string[] = []
  let end = (_: boolean) => {}
  const queue = createFairQueue<string>({ total: 1 }, item => {
    begun.push(item)
    return new Promise(resolve => {
      end = resolve
    })
  })
  for (const item of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) queue.add({ account: item.charAt(0), target: '' }, item)
  for (let turn = 1; turn < 6; turn += 1) {
    end(true)
    await settled()
  }
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test.each([
  ['50%_\\1', '50\\%\\_\\\\1'],
  ['Aß', '[Aa]ß'],
  ['ёς𐐀 1', '[ёЁ][ςΣσ][𐐀𐐨] 1'],
  ['İI', '[iIİ][iIİ]'],
  ['', ''],
])('the pattern of %j', (text, pattern) => {
  expect(containsPattern(text)).toBe(pattern)
})

test('days of a period are both included', () => {
  expect(readPeriod('2026-02-28', '2026-02-28')).toEqual({
    from: new Date('2026-02-28T00:00:00.000Z'),
    before: new Date('2026-03-01T00:00:00.000Z'),
  })
  expect(readPeriod(undefined, undefined)).toEqual({})
  expect(() => readPeriod('2026-03-02', '2026-03-01')).toThrow(HttpError)
})

test('a period is limited to what every database can read', () => {
  const { from, before } = readPeriod('0000-01-01', '9999-12-31')
  expect(from?.getUTCFullYear()).toBe(1970)
  expect(before?.toISOString()).toBe('9999-01-01T00:00:00.000Z')
})

test.each([
  ['{"meta":{"b":-0, "a":12345678901234567890}}', '{"b":-0, "a":12345678901234567890}'],
  ['\ufeff { "x" : ["meta", {"meta": 1}] , "m\\u0065ta" : { "\\"}" : "\\\\" } }', '{ "\\"}" : "\\\\" }'],
  ['{"meta":1,"meta":[[1,{}]]}', '[[1,{}]]'],
  ['{"meta" : true\n}', 'true'],
  ['{"other":{"meta":1}}', undefined],
  ['{}', undefined],
])('the text of a field of %s', (json, text) => {
  expect(readFieldText(json, 'meta')).toBe(text)
})

test('the text of a field has the value of the field, in any surrounding text', () => {
  const spaced = fc.constantFrom(undefined, 1, '\t')
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), spaced, (fields, meta, space) => {
      const json = JSON.stringify({ ...fields, meta, zz: 1 }, null, space)
      expect(JSON.parse(readFieldText(json, 'meta') ?? '')).toEqual(JSON.parse(json).meta)
    }),
  )
})

test.each([
  ['no end', ''],
  ['half an escape', '\\'],
])('whether numbers are kept is known in linear time if a string has %s', (_name, end) => {
  expect(keepsNumbers(`[12, "${'\\"'.repeat(1_000_000)}${end}`)).toBe(true)
})

test.each([
  ['too deep', '['.repeat(101), /deeper than 100 levels/],
  ['too deep, closed', `${'[{"a":'.repeat(51)}1${'}]'.repeat(51)}`, /deeper than 100 levels/],
  ['too many lists', `[${'[],'.repeat(75_001)}1]`, /more than 150000 elements/],
  ['too many texts', `[${'"[",'.repeat(150_000)}"\\""]`, /more than 150000 elements/],
  ['an object that is too wide', `{"a":[{"a":1${',"b":1'.repeat(10_000)}}]}`, /more than 10000 fields/],
])('the shape of JSON that is %s is refused before it is parsed', (_name, json, message) => {
  expect(() => checkJsonShape(Buffer.from(json), 150_000)).toThrow(message)
})

test.each([
  ['as deep as allowed', `${'['.repeat(100)}${']'.repeat(100)}`],
  ['texts that look like structure', JSON.stringify(Array(10).fill('\\"[{,'.repeat(50_000)))],
  ['as wide as allowed', `[{"a":1${',"b":1'.repeat(9_999)}},{"a":[${'1,'.repeat(100_000)}1]}]`],
  ['not JSON', ']}},"'],
])('the shape of JSON is accepted: %s', (_name, json) => {
  expect(() => checkJsonShape(Buffer.from(json), 150_000)).not.toThrow()
})

test('JSON of any shape within the limits is accepted', () => {
  fc.assert(fc.property(fc.jsonValue(), value => checkJsonShape(Buffer.from(JSON.stringify(value)), 150_000)))
})

test('an account may send its requests of a minute at once, and the others as the minute passes', () => {
  let now = 0
  const limit = createRateLimit(3, () => now)
  const take = (account: string) => {
    try {
      limit.take(account)
      return 'taken'
    } catch (error) {
      if (error instanceof HttpError) return `${error.status} ${error.headers['retry-after']}`
      throw error
    }
  }
  const takeFour = (account: string) => Array.from({ length: 4 }, () => take(account))
  expect(takeFour('a')).toEqual(['taken', 'taken', 'taken', '429 20'])
  expect(takeFour('b')).toEqual(['taken', 'taken', 'taken', '429 20'])
  now += 19_000
  expect(take('a')).toBe('429 1')
  now += 1000
  expect([take('a'), take('a')]).toEqual(['taken', '429 20'])
  now += 600_000
  expect(takeFour('a')).toEqual(['taken', 'taken', 'taken', '429 20'])
})

test('without a limit, an account may send any number of requests', () => {
  const limit = createRateLimit(0, () => 0)
  for (let count = 0; count < 1000; count += 1) limit.take('a')
})

test('an error has no message for the customer', () => {
  const completion = { id: 'c', bot_id: 'b', meta: '{ "a": 1 }' }
  expect(JSON.parse(webhookBody({ completion, status: 'ERROR', text: null }))).toEqual({
    meta: { unique_id: 'c', bot_unique_id: 'b', meta: { a: 1 } },
    type: 'ERROR',
    error: true,
  })
})

test('no part of a request may take longer than the whole', async () => {
  const { server, close } = createServer({ behindProxy: false, logger: false, meters: noMeters, tracing: noTracing })
  // Otherwise Node exchanges the two limits.
  expect(server.headersTimeout).toBeLessThanOrEqual(server.requestTimeout)
  expect(server.requestTimeout).toBe(30_000)
  await close()
})

test('a request that arrives too slowly is 408', async () => {
  const server = createServer({ behindProxy: false, logger: false, meters: noMeters, tracing: noTracing })
  const socket = new PassThrough()
  const error = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  server.server.emit('clientError', error, socket)
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ statusCode: 408, error: 'Request Timeout' })
  await server.close()
})
