import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from '@scenewright/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Asked, type Fault, type Kind, startFakeService } from './fake-service.ts'
import { desired, lines, settleMs, workplace } from './workplace.ts'

const serverError = '{"statusCode":500,"error":"Internal Server Error","message":"Out of memory"}'

/** Goes wrong the first time that a request of a kind comes. */
function onFirst(kind: Kind, fault: Fault): (asked: Asked) => Fault | undefined {
  let isOver = false
  return asked => {
    if (isOver || asked.kind !== kind) return undefined
    isOver = true
    return fault
  }
}

const lost: readonly [name: string, fault: Fault][] = [
  ['a time-out, carried out', { kind: 'silence', isDone: true }],
  ['a time-out, not carried out', { kind: 'silence', isDone: false }],
  ['a reset, carried out', { kind: 'reset', isDone: true }],
  ['a reset, not carried out', { kind: 'reset', isDone: false }],
  ['a 500, carried out', { kind: 'status', status: 500, isDone: true }],
  ['a 408, not carried out', { kind: 'status', status: 408 }],
]

test.each(lost)('a create with %s waits for a person, and the others continue', async (_name, fault) => {
  const service = await startFakeService()
  service.fault = onFirst('create', fault)
  const place = await workplace(service)
  const wanted = [desired('a', 'Hello'), desired('b', 'Hi')]
  const first = await place.apply(wanted, { concurrency: 1 })
  expect(first).toMatchObject({ verdict: 'unknown', counts: { unknown: 1, done: 1 } })
  expect(place.events).toContainEqual(expect.objectContaining({ event: 'unknown', key: 'a', step: 'create' }))

  place.clock.now += 10 * settleMs
  expect(lines(await place.plan(wanted))).toEqual(['a unknown unknown-open', 'b none unchanged'])
  const before = service.asked.length
  const again = await place.apply(wanted)
  expect(again.verdict).toBe('unknown')
  for (const { scenarios } of [first, again]) {
    expect(scenarios[0]?.help).toContain('`scenewright resolve a --env prod`')
  }
  expect(service.asked).toHaveLength(before)

  const made = [...service.records.values()].find(({ fields }) => fields.title === 'Title of a')
  const isDone = made !== undefined
  await place.resolve('a', isDone ? { kind: 'created', remoteId: made.unique_id } : { kind: 'not-created' })
  const action = isDone ? 'update version-unknown' : 'create new'
  expect(lines(await place.plan(wanted))).toEqual([`a ${action}`, 'b none unchanged'])
  expect((await place.apply(wanted)).verdict).toBe('done')
  expect(service.records.size).toBe(2)
  expect((await place.plan(wanted)).hasChanges).toBe(false)
})

const repeatable = (['update', 'publish', 'switch'] as const).flatMap(kind =>
  lost.map(([name, fault]) => [kind, name, fault] as const),
)

test.each(repeatable)('%s with %s is sent again when it has settled', async (kind, _name, fault) => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  const wanted = kind === 'switch' ? [desired('a', 'Hello', { isActive: false })] : [desired('a', 'Changed')]
  service.fault = onFirst(kind, fault)
  expect(await place.apply(wanted)).toMatchObject({ verdict: 'unknown' })

  expect(lines(await place.plan(wanted))).toEqual(['a unknown unknown-open'])
  const before = service.asked.length
  expect((await place.apply(wanted)).verdict).toBe('unknown')
  expect(service.asked).toHaveLength(before)

  place.clock.now += settleMs + place.environment.timeoutMs
  const repeated = kind === 'switch' ? 'deactivate' : kind
  expect(lines(await place.plan(wanted))).toEqual([`a ${repeated} settled-retry`])
  expect(await place.apply(wanted)).toMatchObject({ verdict: 'done' })
  const [record] = service.records.values()
  expect(record).toMatchObject({ is_active: kind !== 'switch', versions: expect.anything() })
  expect(service.records.size).toBe(1)
  expect((await place.plan(wanted)).hasChanges).toBe(false)
})

test('a lost update is repaired even if the source was reverted to the published version', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const original = [desired('a', 'Hello')]
  await place.apply(original)
  service.fault = onFirst('update', { kind: 'reset', isDone: true })
  await place.apply([desired('a', 'Changed')])
  place.clock.now += settleMs + 1000
  const summary = await place.apply(original)
  expect(summary.scenarios).toMatchObject([{ reason: 'settled-retry', done: ['update', 'publish'] }])
  const [record] = service.records.values()
  const published = record?.versions.find(({ status }) => status === 'PUBLISHED')
  expect(JSON.stringify(published?.definition)).toContain('Hello')
})

test('a lost deactivation of a source that is then removed is sent again', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello', { isActive: false })])
  service.fault = onFirst('switch', { kind: 'silence', isDone: true })
  await place.apply([desired('a', 'Hello')])
  place.clock.now += settleMs + 1000
  expect(lines(await place.plan([]))).toEqual(['a deactivate settled-retry'])
  await place.apply([])
  expect([...service.records.values()].map(({ is_active }) => is_active)).toEqual([false])
})

test('a 201 that is truncated after the id continues with an update of that record', async () => {
  const service = await startFakeService()
  service.fault = onFirst('create', {
    kind: 'answer',
    change: ({ unique_id }) => ({ unique_id }),
  })
  const place = await workplace(service)
  const summary = await place.apply([desired('a', 'Hello')])
  expect(summary.scenarios).toMatchObject([{ outcome: 'done', done: ['create', 'update', 'publish'] }])
  expect(service.records.size).toBe(1)
})

test.each([
  ['before its id', 5],
  ['in its id', 40],
])('a 201 that is truncated %s waits for a person, who can enter the id immediately', async (_name, length) => {
  const service = await startFakeService()
  service.fault = onFirst('create', { kind: 'cut', length })
  const place = await workplace(service)
  const summary = await place.apply([desired('a', 'Hello')])
  expect(summary.verdict).toBe('unknown')
  expect((await place.state()).scenarios.a?.intent).toMatchObject({
    phase: 'created-id-lost',
    evidence: { status: 201 },
  })
  const [id = ''] = service.records.keys()
  await place.resolve('a', { kind: 'created', remoteId: id })
  expect((await place.apply([desired('a', 'Hello')])).verdict).toBe('done')
  expect(service.records.size).toBe(1)
})

test('an update with a truncated answer is sent once more, and published', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  service.fault = onFirst('update', { kind: 'cut', length: 30 })
  const summary = await place.apply([desired('a', 'Changed')])
  expect(summary.scenarios).toMatchObject([{ outcome: 'done', done: ['update', 'update', 'publish'] }])
})

test('a service that adds defaults to a definition is understood', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  service.fault = ({ kind }) =>
    kind === 'create' || kind === 'update'
      ? { kind: 'answer', change: record => ({ ...record, versions: record.versions.map(withDefaults) }) }
      : undefined
  expect((await place.apply([desired('a', 'Hello')])).verdict).toBe('done')
  expect((await place.apply([desired('a', 'Changed')])).verdict).toBe('done')
  expect(service.asked.map(({ kind }) => kind)).toEqual(['create', 'publish', 'update', 'publish'])
})

const withDefaults = ({ definition, ...version }: { definition: unknown }) => ({
  ...version,
  definition: { ...(definition as object), retries: 0 },
})

test('an update without a draft of the sent content publishes nothing, now or later', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  service.fault = ({ kind }) =>
    kind === 'update'
      ? { kind: 'answer', change: record => ({ ...record, versions: record.versions.slice(1) }) }
      : undefined
  service.asked.length = 0
  const wanted = [desired('a', 'Changed')]
  expect(await place.apply(wanted)).toMatchObject({ verdict: 'failed' })
  expect(lines(await place.plan(wanted))).toEqual(['a update version-unknown'])
  expect(await place.apply(wanted)).toMatchObject({ verdict: 'failed' })
  expect(service.asked.map(({ kind }) => kind)).toEqual(['update', 'update'])
  service.fault = () => undefined
  expect(await place.apply(wanted)).toMatchObject({ verdict: 'done' })
})

test('a publish that does not switch on is followed by a switch', async () => {
  const service = await startFakeService()
  service.fault = ({ kind }) => {
    if (kind !== 'publish') return undefined
    return {
      kind: 'answer',
      change: record => {
        record.is_active = false
        return record
      },
    }
  }
  const place = await workplace(service)
  const summary = await place.apply([desired('a', 'Hello')])
  expect(summary.scenarios[0]?.done).toEqual(['create', 'publish', 'activate'])
  expect([...service.records.values()][0]?.is_active).toBe(true)
})

test('a service that never activates is not polled endlessly', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  service.fault = () => ({ kind: 'answer', change: record => ({ ...record, is_active: false }) })
  expect(await place.apply([desired('a', 'Hello')])).toMatchObject({ verdict: 'failed' })
  expect(service.asked.length).toBeLessThan(6)
})

test('a rejected create leaves nothing behind, and a rejected update keeps the earlier state', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  service.fault = onFirst('create', { kind: 'status', status: 400 })
  const summary = await place.apply([desired('a', 'Hello'), desired('b', 'Hi')], { concurrency: 1 })
  expect(summary).toMatchObject({ verdict: 'failed', counts: { failed: 1, done: 1 } })
  expect(Object.keys((await place.state()).scenarios)).toEqual(['b'])
  service.fault = onFirst('update', { kind: 'status', status: 400 })
  await place.apply([desired('a', 'Hello'), desired('b', 'Changed')])
  expect((await place.state()).scenarios.b).not.toHaveProperty('intent')
  expect(lines(await place.plan([desired('a', 'Hello'), desired('b', 'Changed')]))).toEqual([
    'a none unchanged',
    'b update changed',
  ])
})

test.each([401, 403])('a %i ends the run', async status => {
  const service = await startFakeService()
  const place = await workplace(service)
  service.fault = () => ({ kind: 'status', status })
  const wanted = [desired('a', 'Hello'), desired('b', 'Hi'), desired('c', 'Ho')]
  const summary = await place.apply(wanted, { concurrency: 1 })
  expect(summary).toMatchObject({ verdict: 'failed', counts: { failed: 1, skipped: 2 } })
  expect(service.asked).toHaveLength(1)
})

test.each([401, 403])('a %i of a gateway to the read before an update ends the run, which failed', async status => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello'), desired('b', 'Hi')])
  service.readFault = () => ({ kind: 'proxy', status })
  const summary = await place.apply([desired('a', 'Changed'), desired('b', 'Changed')], { concurrency: 1 })
  expect(summary).toMatchObject({ verdict: 'failed', counts: { failed: 1, skipped: 1 } })
  expect(service.reads).toHaveLength(1)
})

describe('of many scenarios that wait for their turn, none is sent or read', () => {
  const keys = Array.from({ length: 20 }, (_, index) => `s${index}`)
  const changed = keys.map(key => desired(key, 'Changed'))
  const deployed = async () => {
    const service = await startFakeService()
    const place = await workplace(service)
    await place.apply(keys.map(key => desired(key, 'Hello')))
    return { service, place, before: { asked: service.asked.length, reads: service.reads.length } }
  }

  test.each([
    ['a request', 'fault', 'status', 'asked'],
    ['a read', 'readFault', 'proxy', 'reads'],
  ] as const)('after a 401 to %s', async (_what, fault, kind, requests) => {
    const { service, place, before } = await deployed()
    service[fault] = () => ({ kind, status: 401 })
    const summary = await place.apply(changed, { concurrency: 2 })
    expect(summary).toMatchObject({ verdict: 'failed' })
    expect(service[requests].length - before[requests]).toBeLessThanOrEqual(2)
  })

  test('after an interruption', async () => {
    const { service, place, before } = await deployed()
    const interrupt = new AbortController()
    service.readFault = () => {
      interrupt.abort(130)
      return undefined
    }
    const summary = await place.apply(changed, { concurrency: 2, signal: interrupt.signal })
    expect(summary.counts).toMatchObject({ skipped: 20, done: 0, failed: 0 })
    expect(service.reads.length - before.reads).toBeLessThanOrEqual(2)
    expect(service.asked.length).toBe(before.asked)
  })
})

test('too many requests are retried after the time that the service gives, within limits', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const waits: number[] = []
  const pause = async (ms: number) => {
    waits.push(ms)
  }
  service.fault = onFirst('create', { kind: 'status', status: 429, headers: { 'retry-after': '7' } })
  expect(await place.apply([desired('a', 'Hello')], { pause })).toMatchObject({ verdict: 'done' })
  expect(waits).toContain(7000)
  service.fault = onFirst('create', { kind: 'status', status: 429, headers: { 'retry-after': '3600' } })
  expect(await place.apply([desired('a', 'Hello'), desired('b', 'Hi')], { pause })).toMatchObject({ verdict: 'failed' })
  expect(waits).not.toContain(3_600_000)
})

test.each([
  ['a page of another server', 404, 'text/html', '<h1>Not found</h1>', 'the answer 404 does not come from the service'],
  ['the login page of a gateway', 200, 'text/html', '<form>', 'the answer 200 does not come from the service'],
  ['an error of the service itself', 500, 'application/json', serverError, 'the answer 500 says: Out of memory'],
])('behind %s, nothing is created: no scenario becomes one that a person has to resolve', async (_name, ...answer) => {
  const [status, type, body, said] = answer
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    asked.push(request.method)
    response.writeHead(status, { 'content-type': type }).end(body)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const place = await workplace(await startFakeService(), { url: `http://127.0.0.1:${port}` })
  const client = createClient({ url: place.environment.url, email: 'a@b.example', apiKey: 'key', timeoutMs: 600_000 })
  const applied = place.apply([desired('a', 'Hello'), desired('b', 'Hi')], { client })
  await expect(applied).rejects.toMatchObject({ code: 'network', message: expect.stringContaining(said) })
  expect(asked).toEqual(['GET'])
  expect(await place.store.read()).toBeNull()
})

test('an unreachable service is tried a few times, and no request stays open', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await service.close()
  const waits: number[] = []
  const summary = await place.apply([desired('a', 'Hello')], {
    retryDelaysMs: [10, 20],
    pause: async ms => {
      waits.push(ms)
    },
  })
  expect(summary).toMatchObject({ verdict: 'failed', counts: { failed: 1 } })
  expect(waits).toEqual([10, 20])
  expect((await place.state()).scenarios).toEqual({})
})

test('a request that could not be sent in time is withdrawn', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  let calls = 0
  // The machine sleeps whenever an intent has been written.
  const now = () => {
    calls += 1
    return place.clock.now + calls * 100_000
  }
  const summary = await place.apply([desired('a', 'Hello')], { now })
  expect(summary).toMatchObject({ verdict: 'failed' })
  expect(service.asked).toEqual([])
  expect((await place.state()).scenarios).toEqual({})
  expect((await place.state()).journal.entries.map(({ what }) => what)).toContain('withdrawn')
})
