import { readFile, rm, writeFile } from 'node:fs/promises'
import { OperationError } from '@scenewright/model'
import { describe, expect, test } from 'vitest'
import type { ApplyEvent } from '../src/index.ts'
import { systemClock } from '../src/store/deadline.ts'
import { openFileState } from '../src/store/file-store.ts'
import type { StateStore } from '../src/store/store.ts'
import { type FakeService, startFakeService } from './fake-service.ts'
import { desired, lines, settleMs, workplace } from './workplace.ts'

/** A lock is waited for as long as it takes: its time never runs out. */
const endless = { ...systemClock, now: () => 0 }

const many = Array.from({ length: 6 }, (_, index) => desired(`s${index}`, 'Hello'))

test('two concurrent runs create one record per key, and the next run has nothing to do', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const ends = await Promise.all(
    [1, 2].map(() => place.apply(many, { store: openFileState(place.statePath, endless), concurrency: 2 })),
  )
  for (const { verdict } of ends) expect(['done', 'conflict', 'unknown']).toContain(verdict)
  expect(service.asked.filter(({ kind }) => kind === 'create')).toHaveLength(many.length)
  expect((await place.apply(many)).verdict).toBe('done')
  expect((await place.plan(many)).hasChanges).toBe(false)
  expect(service.records.size).toBe(many.length)
})

test('an interrupted run starts nothing new, aborts pending work, and records that in the state', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const interrupt = new AbortController()
  service.fault = () => {
    interrupt.abort(130)
    return { kind: 'silence', isDone: true }
  }
  const waits: number[] = []
  const pause = async (ms: number) => {
    waits.push(ms)
  }
  // The interrupt alone ends the request: this client has no deadline.
  const { patientClient: client } = place
  const summary = await place.apply(many, { client, signal: interrupt.signal, graceMs: 100, pause, concurrency: 1 })
  expect(waits).toContain(100)
  expect(summary).toMatchObject({ interrupted: true, verdict: 'unknown', counts: { unknown: 1, skipped: 5 } })
  expect((await place.state()).scenarios.s0?.intent).toMatchObject({ phase: 'unknown' })
  expect(service.asked).toHaveLength(1)
})

test('requests in progress can finish when a run is interrupted', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const interrupt = new AbortController()
  service.fault = () => {
    interrupt.abort(143)
    return undefined
  }
  // The grace period ends only when the run has.
  const pause = (_ms: number, end?: AbortSignal) =>
    new Promise<void>(resolve => end?.addEventListener('abort', () => resolve()))
  const summary = await place.apply(many, { signal: interrupt.signal, pause, concurrency: 1 })
  expect(summary).toMatchObject({ interrupted: true, verdict: 'done', counts: { skipped: 6 } })
  expect((await place.state()).scenarios.s0).toMatchObject({ remote_id: expect.any(String) })
  expect((await place.state()).scenarios.s0).not.toHaveProperty('intent')
  expect(lines(await place.plan(many.slice(0, 1)))).toEqual(['s0 publish draft-on-service'])
})

test('a listener that fails loses no answer', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const onEvent = ({ event }: ApplyEvent) => {
    if (event === 'receipt') throw new Error('the pipe is closed')
  }
  await expect(place.apply(many, { onEvent })).rejects.toThrow('the pipe is closed')
  expect((await place.plan(many)).hasChanges).toBe(false)
})

test('an answer that the state cannot store is read from the receipts by the next run', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('other', 'Hi')])
  const wanted = [desired('a', 'Hello'), desired('other', 'Hi')]
  let isDown = false
  service.fault = () => {
    isDown = true
    return undefined
  }
  const flaky: StateStore = {
    ...place.store,
    read: () => (isDown ? Promise.reject(new OperationError('state', 'the disk is gone')) : place.store.read()),
    compareAndSwap: (...swap) =>
      isDown ? Promise.reject(new OperationError('state', 'the disk is gone')) : place.store.compareAndSwap(...swap),
  }
  const summary = await place.apply(wanted, { store: flaky })
  expect(summary).toMatchObject({ verdict: 'conflict', counts: { conflict: 1 } })
  service.fault = () => undefined
  expect((await place.apply(wanted)).verdict).toBe('done')
  expect(service.records.size).toBe(2)
})

test('a write whose reply was lost is found by reading back, and nothing is written twice', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  let count = 0
  const forgetful: StateStore = {
    ...place.store,
    async compareAndSwap(expected, text) {
      const swap = await place.store.compareAndSwap(expected, text)
      count += 1
      if (count % 2 === 0) throw new Error('the reply was lost')
      return swap
    },
  }
  expect(await place.apply(many, { store: forgetful })).toMatchObject({ verdict: 'done', counts: { done: 6 } })
  expect(service.records.size).toBe(6)
  const { journal } = await place.state()
  const done = journal.entries.map(({ op_id, what }) => `${op_id} ${what}`)
  expect(new Set(done).size).toBe(done.length)
})

describe('a state backend that fails for good after a request', () => {
  async function failing(more: (service: FakeService) => void = () => {}) {
    const service = await startFakeService()
    more(service)
    const place = await workplace(service)
    const compareAndSwap: StateStore['compareAndSwap'] = async (expected, text) => {
      if (service.asked.length > 0) throw new OperationError('network', 'the state backend responded with 500')
      return place.store.compareAndSwap(expected, text)
    }
    const store = { ...place.store, compareAndSwap }
    return { service, place, apply: (options = {}) => place.apply([desired('a', 'Hello')], { store, ...options }) }
  }

  test('is an error of the network, and the next apply takes the result from the receipts', async () => {
    const { service, place, apply } = await failing()
    expect(await apply()).toMatchObject({
      verdict: 'failed',
      scenarios: [{ outcome: 'conflict', unrecorded: true, message: expect.stringContaining('responded with 500') }],
    })
    expect((await place.apply([desired('a', 'Hello')])).verdict).toBe('done')
    expect(service.records.size).toBe(1)
  })

  test('is a conflict if the receipt could not be written either', async () => {
    const { service, place, apply } = await failing()
    const append = () => Promise.reject(new Error('the disk is full'))
    const summary = await apply({ receipts: { ...place.receipts, append } })
    const [id] = service.records.keys()
    const help = `no receipt could be written: run \`scenewright resolve a --env ${place.environment.name} --created ${id}\``
    expect(summary).toMatchObject({ verdict: 'conflict', scenarios: [{ outcome: 'conflict', help }] })
  })

  test('leaves a request unknown whose answer was lost', async () => {
    const { place, apply } = await failing(service => {
      service.fault = () => ({ kind: 'reset', isDone: true })
    })
    expect(await apply()).toMatchObject({ verdict: 'unknown', scenarios: [{ outcome: 'unknown' }] })
    expect(lines(await place.plan([desired('a', 'Hello')]))).toEqual(['a unknown unknown-open'])
  })
})

describe('a state backend that stores an open request, but whose answers are lost', () => {
  /** From the first write on that contains what is searched, every answer of the backend is lost. */
  async function silentFrom(search: string) {
    const service = await startFakeService()
    const place = await workplace(service)
    let isLost = false
    const read: StateStore['read'] = () => (isLost ? Promise.reject(lost) : place.store.read())
    const compareAndSwap: StateStore['compareAndSwap'] = async (expected, text) => {
      const swap = await place.store.compareAndSwap(expected, text)
      isLost ||= text.includes(search)
      return isLost ? Promise.reject(lost) : swap
    }
    return { service, place, store: { ...place.store, read, compareAndSwap } }
  }
  const lost = new OperationError('network', 'the state backend responded with 500')

  test.each(['create', 'update', 'publish'])('before a %s: it was not sent, so the next apply sends it', async kind => {
    const { service, place, store } = await silentFrom(`"kind":"${kind}"`)
    if (kind !== 'create') await place.apply([desired('a', 'Hello')])
    const before = service.asked.length
    const wanted = [desired('a', kind === 'create' ? 'Hello' : 'Changed')]
    expect(await place.apply(wanted, { store })).toMatchObject({
      verdict: 'failed',
      scenarios: [{ outcome: 'failed' }],
    })
    const open = (await place.state()).scenarios.a?.intent
    expect(open).toMatchObject({ kind, phase: 'prepared' })
    expect(service.asked.slice(before).map(one => one.kind)).not.toContain(kind)

    expect(await place.apply(wanted)).toMatchObject({ verdict: 'done', counts: { done: 1 } })
    expect(service.records.size).toBe(1)
    const { journal } = await place.state()
    expect(journal.entries).toContainEqual(expect.objectContaining({ op_id: open?.op_id, what: 'not-sent' }))
  })

  test('another machine closes it with the receipts', async () => {
    const { place, store } = await silentFrom('"kind":"create"')
    await place.apply([desired('a', 'Hello')], { store })
    await place.resolve('a', { kind: 'receipts', receipts: await place.receipts.read() })
    expect(lines(await place.plan([desired('a', 'Hello')]))).toEqual(['a create new'])
  })
})

test('a rejected create that the state backend could not close is sent again by the next apply', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const compareAndSwap: StateStore['compareAndSwap'] = (expected, text) =>
    text.includes('"what":"rejected"')
      ? Promise.reject(new OperationError('network', 'the state backend responded with 500'))
      : place.store.compareAndSwap(expected, text)
  service.fault = () => ({ kind: 'status', status: 422 })
  const summary = await place.apply([desired('a', 'Hello')], { store: { ...place.store, compareAndSwap } })
  expect(summary.verdict).toBe('failed')
  expect((await place.state()).scenarios.a?.intent).toMatchObject({ kind: 'create', phase: 'prepared' })
  service.fault = () => undefined
  expect((await place.apply([desired('a', 'Hello')])).verdict).toBe('done')
  expect(service.records.size).toBe(1)
})

test('a deleted or restored older state stops the deploy, and nothing is sent', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  const old = await readFile(place.statePath, 'utf8')
  await place.apply([desired('a', 'Hello'), desired('b', 'Hi')])
  const before = service.asked.length

  await writeFile(place.statePath, old)
  await expect(place.apply([desired('a', 'Hello'), desired('b', 'Hi')])).rejects.toMatchObject({ code: 'state' })
  await rm(place.statePath)
  await expect(place.apply([desired('a', 'Hello')])).rejects.toMatchObject({ code: 'state' })
  await rm(`${place.statePath}.d`, { recursive: true })
  await expect(place.apply([desired('a', 'Hello')])).rejects.toMatchObject({ code: 'state' })
  expect(service.asked).toHaveLength(before)
})

test.each([
  ['a pinned lineage without a state', { lineage: 'pinned' }, false],
  ['another lineage', { lineage: 'other' }, true],
  ['another bot', { bot: 'bot-2' }, true],
  ['another address', { url: 'http://127.0.0.1:1' }, true],
] as const)('%s stops the deploy', async (_name, change, hasState) => {
  const service = await startFakeService()
  const place = await workplace(service)
  if (hasState) await place.apply([desired('a', 'Hello')])
  const environment = { ...place.environment, ...change }
  const before = service.asked.length
  await expect(place.apply([desired('a', 'Hello')], { environment })).rejects.toMatchObject({ code: 'state' })
  expect(service.asked).toHaveLength(before)
})

test('a bot id is the same in upper and lower case', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  const environment = { ...place.environment, bot: place.environment.bot.toUpperCase() }
  expect((await place.apply([desired('a', 'Hi')], { environment })).verdict).toBe('done')
  expect(service.records.size).toBe(1)
  await rm(place.statePath)
  await rm(`${place.statePath}.d`, { recursive: true })
  // The receipts prove what was created for this bot.
  await expect(place.apply([desired('a', 'Hi')], { environment })).rejects.toMatchObject({ code: 'state' })
})

test('a first state uses the lineage that the config pins only if there is one', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  const { lineage } = await place.state()
  const environment = { ...place.environment, lineage }
  expect((await place.apply([desired('a', 'Hello')], { environment })).verdict).toBe('done')
})

test('a scenario that another run changes while this one waits is skipped', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  const approve = async () => {
    await place.apply([desired('a', 'Theirs')])
    return true
  }
  const summary = await place.apply([desired('a', 'Ours')], { approve })
  expect(summary).toMatchObject({ verdict: 'conflict' })
  expect(lines(await place.plan([desired('a', 'Theirs')]))).toEqual(['a none unchanged'])
})

test('an open request of another run is answered with unknown', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  service.fault = () => ({ kind: 'reset', isDone: false })
  const approve = async () => {
    await place.apply([desired('a', 'Theirs')])
    return true
  }
  expect(await place.apply([desired('a', 'Ours')], { approve })).toMatchObject({ verdict: 'unknown' })
})

test('a renamed scenario with an open request keeps its old key until the request is closed', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('old', 'Hello')])
  service.fault = () => ({ kind: 'reset', isDone: true })
  await place.apply([desired('old', 'Changed')])
  service.fault = () => undefined
  const renamed = [desired('new', 'Changed', { renamedFrom: 'old' })]
  expect(lines(await place.plan(renamed))).toEqual(['new none rename-waits', 'old unknown unknown-open'])
  expect((await place.apply(renamed)).verdict).toBe('unknown')
  place.clock.now += 2 * settleMs
  expect((await place.apply(renamed)).verdict).toBe('done')
  expect(service.records.size).toBe(1)
  expect(Object.keys((await place.state()).scenarios)).toEqual(['new'])
})
