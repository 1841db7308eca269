import { OperationError } from '@scenewright/model'
import { expect, test } from 'vitest'
import { createRollbackGoal } from '../src/goals/rollback-goal.ts'
import { resolve } from '../src/index.ts'
import type { StateStore } from '../src/store/store.ts'
import { startFakeService } from './fake-service.ts'
import { desired, lines, settleMs, workplace } from './workplace.ts'

async function withLostCreate() {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('b', 'Hi')])
  service.fault = ({ kind }) => (kind === 'create' ? { kind: 'reset', isDone: true } : undefined)
  await place.apply([desired('a', 'Hello'), desired('b', 'Hi')])
  service.fault = () => undefined
  const made = [...service.records.values()].find(({ fields }) => fields.title === 'Title of a')
  return { service, place, id: made?.unique_id ?? '' }
}

test('--not-created is rejected until nothing can be created any more', async () => {
  const { place } = await withLostCreate()
  await expect(place.resolve('a', { kind: 'not-created' })).rejects.toMatchObject({ code: 'person' })
  place.clock.now += settleMs + place.environment.timeoutMs - 1
  await expect(place.resolve('a', { kind: 'not-created' })).rejects.toMatchObject({ code: 'person' })
  place.clock.now += 1
  await place.resolve('a', { kind: 'not-created' })
  expect((await place.state()).scenarios).not.toHaveProperty('a')
})

test('a scenario without an open request is no misspelling of one that has one', async () => {
  const { place } = await withLostCreate()
  const refusal = (key: string) => place.resolve(key, { kind: 'not-created' }).catch(error => error.help)
  expect(await refusal('b')).toBe('open: a')
  expect(await refusal('A')).toBe('did you mean "a"?')
})

test('a scenario that was never published has no version to roll back to', async () => {
  const { place } = await withLostCreate()
  const goal = createRollbackGoal({ state: await place.state(), store: place.store, keys: ['a'] })
  await expect(goal).rejects.toMatchObject({ code: 'usage', help: 'nothing was published yet' })
})

test('a create that finishes late is found by a person who was not allowed to give it up', async () => {
  const service = await startFakeService()
  service.fault = () => ({ kind: 'late' })
  const place = await workplace(service)
  expect((await place.apply([desired('a', 'Hello')])).verdict).toBe('unknown')
  expect(service.records.size).toBe(0)
  await expect(place.resolve('a', { kind: 'not-created' })).rejects.toMatchObject({ code: 'person' })
  service.carryOutLate()
  expect(service.records.size).toBe(1)
  service.fault = () => undefined
  const [id = ''] = service.records.keys()
  await place.resolve('a', { kind: 'created', remoteId: id })
  expect((await place.apply([desired('a', 'Hello')])).verdict).toBe('done')
  expect(service.records.size).toBe(1)
})

test('--not-created is never accepted after the service confirmed the creation', async () => {
  const service = await startFakeService()
  service.fault = () => ({ kind: 'cut', length: 5 })
  const place = await workplace(service)
  expect((await place.apply([desired('a', 'Hello')])).verdict).toBe('unknown')
  expect((await place.state()).scenarios.a?.intent?.phase).toBe('created-id-lost')
  place.clock.now += 10 * settleMs
  await expect(place.resolve('a', { kind: 'not-created' })).rejects.toMatchObject({ code: 'person' })
})

test('--created is accepted at any time, with or without white space around it', async () => {
  const { place, id } = await withLostCreate()
  const state = await place.resolve('a', { kind: 'created', remoteId: ` ${id}\n` })
  expect(state.scenarios.a).toMatchObject({ remote_id: id, draft: { payload_hash: expect.any(String) } })
  expect(state.scenarios.a).not.toHaveProperty('intent')
  expect(state.journal.entries.at(-1)).toMatchObject({ what: 'resolved-created', run: 'by-hand', remote_id: id })
})

test('an id that the bot does not have is rejected, and the request stays open', async () => {
  const { place, id } = await withLostCreate()
  const { store, environment, clock, patientClient: client } = place
  const said = { store, environment, client, key: 'a', run: 'by-hand', now: () => clock.now, pause: async () => {} }
  const before = await place.state()
  const unknown = resolve({ ...said, resolution: { kind: 'created', remoteId: 'record-99' } })
  await expect(unknown).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('record-99') })
  expect(await place.state()).toEqual(before)
  const { scenarios } = await resolve({ ...said, resolution: { kind: 'created', remoteId: id.toUpperCase() } })
  expect(scenarios.a).toMatchObject({ remote_id: id })
})

test.each([
  ['does not answer', { kind: 'proxy', status: 502 }],
  ['rejects empty updates', { kind: 'status', status: 400 }],
  ['says that the bot belongs to another account', { kind: 'status', status: 403 }],
] as const)('an id is accepted with a note if the service %s', async (_what, fault) => {
  const { service, place, id } = await withLostCreate()
  service.readFault = () => fault
  const reasons: string[] = []
  const { store, environment, clock, patientClient: client } = place
  const { scenarios } = await resolve({
    ...{ store, environment, client, key: 'a', run: 'by-hand', now: () => clock.now, pause: async () => {} },
    resolution: { kind: 'created', remoteId: id },
    onUnverified: reason => reasons.push(reason),
  })
  expect(scenarios.a).toMatchObject({ remote_id: id })
  expect(reasons).toEqual([expect.stringContaining(`${fault.status}`)])
})

test('the record of another scenario is rejected', async () => {
  const { place } = await withLostCreate()
  const other = (await place.state()).scenarios.b?.remote_id ?? ''
  for (const remoteId of [other, other.toUpperCase()]) {
    const wrong = place.resolve('a', { kind: 'created', remoteId })
    await expect(wrong).rejects.toMatchObject({ code: 'usage' })
  }
})

test.each(['', ' ', '..', 'a/b', 'a b', '../x', 'ü'])('%j is rejected as the id of a record', async remoteId => {
  const { place } = await withLostCreate()
  await expect(place.resolve('a', { kind: 'created', remoteId })).rejects.toMatchObject({ code: 'usage' })
})

test.each(['b', 'c', '__proto__'])('nothing is open for %s', async key => {
  const { place } = await withLostCreate()
  await expect(place.resolve(key, { kind: 'not-created' })).rejects.toMatchObject({ code: 'usage' })
})

test('requests that can be repeated need no person', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello')])
  service.fault = () => ({ kind: 'reset', isDone: true })
  await place.apply([desired('a', 'Changed')])
  await expect(place.resolve('a', { kind: 'created', remoteId: 'x' })).rejects.toMatchObject({ code: 'usage' })
})

test('receipts close the requests that they contain, and no others', async () => {
  const { place, id } = await withLostCreate()
  await expect(place.resolve('a', { kind: 'receipts', receipts: [] })).rejects.toMatchObject({ code: 'person' })
  const state = await place.state()
  const receipt = {
    op_id: state.scenarios.a?.intent?.op_id ?? '',
    key: 'a',
    kind: 'create',
    remote_id: id,
    at: new Date(place.clock.now).toISOString(),
    run: 'earlier',
    environment: 'prod',
    bot: 'bot-1',
    url: place.environment.url,
    lineage: state.lineage,
    serial: state.serial,
  } as const
  const foreign = { ...receipt, lineage: 'other' }
  const ofAnother = place.resolve('a', { kind: 'receipts', receipts: [foreign] })
  await expect(ofAnother).rejects.toMatchObject({ code: 'person' })
  await place.resolve('a', { kind: 'receipts', receipts: [receipt] })
  const wanted = [desired('a', 'Hello'), desired('b', 'Hi')]
  expect(lines(await place.plan(wanted))).toEqual(['a update version-unknown', 'b none unchanged'])
})

test('the state of another bot is not resolved', async () => {
  const { service, place } = await withLostCreate()
  const other = await workplace(service, { bot: 'bot-2' })
  const wrong = resolve({
    store: place.store,
    environment: other.environment,
    key: 'a',
    resolution: { kind: 'not-created' },
    run: 'by-hand',
    now: () => place.clock.now + 10 * settleMs,
    pause: async () => {},
  })
  await expect(wrong).rejects.toMatchObject({ code: 'state' })
})

test('an answer whose write had no reply is found in the state, and is not an error', async () => {
  const { place, id } = await withLostCreate()
  const store: StateStore = {
    ...place.store,
    async compareAndSwap(expected, text) {
      await place.store.compareAndSwap(expected, text)
      throw new OperationError('state', 'the reply was lost')
    },
  }
  const { environment, clock } = place
  const said = { store, environment, key: 'a', run: 'by-hand', now: () => clock.now, pause: async () => {} }
  const state = await resolve({ ...said, resolution: { kind: 'created', remoteId: id } })
  expect(state.scenarios.a).toMatchObject({ remote_id: id })
  await expect(resolve({ ...said, run: 'again', resolution: { kind: 'not-created' } })).rejects.toMatchObject({
    code: 'usage',
  })
})
