import { setImmediate } from 'node:timers/promises'
import type { Client } from '@scenewright/client'
import { expect, test } from 'vitest'
import { adopt, readAdopted } from '../src/adopt/adopt.ts'
import { createDeployGoal } from '../src/goals/deploy-goal.ts'
import { loadDeployed } from '../src/goals/deployed.ts'
import type { Goal } from '../src/goals/goal.ts'
import { createPlanFileGoal, planFile } from '../src/goals/plan-file.ts'
import { createPromotionGoal } from '../src/goals/promotion-goal.ts'
import { createRollbackGoal } from '../src/goals/rollback-goal.ts'
import { createSourcesGoal } from '../src/goals/sources-goal.ts'
import { createSwitchGoal } from '../src/goals/switch-goal.ts'
import { plan, status } from '../src/index.ts'
import type { StateStore } from '../src/store/store.ts'
import { startFakeService } from './fake-service.ts'
import { desired, type Workplace, workplace } from './workplace.ts'

const published = (place: Workplace, key: string) => async () => (await place.state()).scenarios[key]?.published
const done = ({ scenarios }: Awaited<ReturnType<Workplace['apply']>>) =>
  scenarios.map(({ key, outcome, done: steps }) => `${key} ${outcome} ${steps.join(' ')}`)

test('a switch changes only what it names, and does not send unpublished changes', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'Hello'), desired('b', 'Hi')])
  service.fault = ({ kind }) => (kind === 'publish' ? { kind: 'status', status: 400 } : undefined)
  await place.apply([desired('a', 'New'), desired('b', 'Hi')])
  service.fault = () => undefined
  const off = await place.applyGoal(createSwitchGoal(await place.state(), ['a'], { isActive: false }))
  expect(done(off)).toEqual(['a done deactivate'])
  const on = await place.applyGoal(createSwitchGoal(await place.state(), ['a', 'a'], { isActive: true }))
  expect(done(on)).toEqual(['a done activate'])
})

test.each([
  [false, 'deactivate'],
  [true, 'activate'],
])(
  'a switch to active %s is sent even if the state says so: somebody may have switched it by hand',
  async (isActive, step) => {
    const service = await startFakeService()
    const place = await workplace(service)
    await place.apply([desired('a', 'Hello')])
    const [record] = service.records.values()
    if (record === undefined) throw new Error('there is no record')
    for (let round = 0; round < 2; round += 1) {
      const switched = await place.applyGoal(createSwitchGoal(await place.state(), ['a'], { isActive }))
      expect(done(switched)).toEqual([`a done ${step}`])
      expect(record.is_active).toBe(isActive)
      record.is_active = !isActive
    }
  },
)

test.each([
  ['an unknown key', 'never', true, 'was never deployed'],
  ['a key that every object has', '__proto__', false, 'was never deployed'],
  ['a scenario that was never published', 'draft', true, 'was never published'],
])('an activation change of %s is rejected', async (_name, key, isActive, message) => {
  const service = await startFakeService()
  const place = await workplace(service)
  service.fault = ({ kind }) => (kind === 'publish' ? { kind: 'status', status: 400 } : undefined)
  await place.apply([desired('draft', 'Hello')])
  const state = await place.state()
  expect(() => createSwitchGoal(state, [key], { isActive })).toThrow(message)
})

test('the key from before a rename means the renamed scenario, not a similar key', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('faq/a', 'One'), desired('faq/b', 'One')])
  await place.apply([desired('faq/a', 'One'), desired('help/b', 'Two', { renamedFrom: 'faq/b' })])
  const [state, store, keys] = [await place.state(), place.store, ['faq/b', 'help/b']]
  const scenarios = [expect.objectContaining({ key: 'help/b' })]
  expect(createSwitchGoal(state, keys, { isActive: false })).toMatchObject({ scenarios })
  expect(await createRollbackGoal({ state, store, keys })).toMatchObject({ scenarios })
  expect(await createPromotionGoal({ state, store, keys })).toMatchObject({ scenarios })
})

test('a former key of several scenarios is rejected with their present keys', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One')])
  await place.apply([desired('b', 'One', { renamedFrom: 'a' })])
  await place.apply([desired('b', 'One'), desired('a', 'Two')])
  await place.apply([desired('b', 'One'), desired('c', 'Two', { renamedFrom: 'a' })])
  const state = await place.state()
  expect(() => createSwitchGoal(state, ['a'], { isActive: false })).toThrow(
    expect.objectContaining({ code: 'usage', help: 'use a present key: "b", "c"' }),
  )
})

test('a rollback publishes the previous version, on the same record, and keeps it active or inactive', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const versions = ['One', 'Two', 'Three'].map(text => desired('a', text))
  for (const one of versions) await place.apply([one])
  await place.applyGoal(createSwitchGoal(await place.state(), ['a'], { isActive: false }))
  const to = async (prefix?: string) =>
    createRollbackGoal({
      state: await place.state(),
      store: place.store,
      keys: ['a'],
      ...(prefix !== undefined && { to: prefix }),
    })
  expect(done(await place.applyGoal(await to()))).toEqual(['a done update publish'])
  const [record] = service.records.values()
  const live = () => record?.versions.find(({ status }) => status === 'PUBLISHED')?.definition
  expect(live()).toEqual(versions[1]?.document.scenario.definition)
  expect(record?.is_active).toBe(false)

  const oldest = (await place.state()).scenarios.a?.history.at(-1)?.payload_hash ?? ''
  expect(done(await place.applyGoal(await to(oldest.slice(0, 10))))).toEqual(['a done update publish'])
  expect(live()).toEqual(versions[0]?.document.scenario.definition)
  expect(service.records.size).toBe(1)
  await expect(to('zz')).rejects.toThrow('names no version')
  await expect(to('')).rejects.toThrow('names more than one version')
})

test('a rollback to the published version changes nothing, and can hold it', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One')])
  await place.apply([{ ...desired('a', 'Two'), commit: 'c2' }])
  const asked = service.asked.length
  for (const hold of [undefined, 'wrong price']) {
    const state = await place.state()
    const goal = await createRollbackGoal({ state, store: place.store, keys: ['a'], to: 'c2', hold })
    expect((await place.applyGoal(goal)).verdict).toBe('done')
    expect((await place.state()).scenarios.a?.hold?.reason).toBe(hold)
  }
  expect(service.asked.length).toBe(asked)
})

test('a scenario with only one version cannot be rolled back', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One')])
  const state = await place.state()
  await expect(createRollbackGoal({ state, store: place.store, keys: ['a'] })).rejects.toMatchObject({ code: 'usage' })
})

test.each([
  ['A0', ['cost 4', 'new off']],
  ['A1', ['cost 5', 'new off']],
  ['A2', ['cost 6', 'new off']],
  ['A3', ['cost 6']],
  ['A4', []],
])('a rollback to the run %s follows the order of the runs, not the clocks of their machines', async (run, wanted) => {
  const service = await startFakeService()
  const place = await workplace(service)
  const price = (text: string) => desired('price', text)
  const added = desired('new', 'Hello')
  const [right, ahead] = [place.clock.now, place.clock.now + 600_000]
  for (const [id, now, sources] of [
    ['A0', right, [price('4')]],
    ['A1', ahead, [price('5')]],
    ['A2', right + 1, [price('6')]],
    ['A3', ahead + 1, [price('6'), added]],
    ['A4', right + 2, [{ ...price('7'), key: 'cost', renamedFrom: 'price' }, added]],
  ] as const) {
    place.clock.now = now
    expect((await place.apply(sources, { run: { id } })).verdict).toBe('done')
  }
  const goal = await createDeployGoal({ state: await place.state(), store: place.store, to: run })
  const texts = goal.scenarios.map(({ key, want, document }) => {
    const { text } = document?.scenario.definition?.nodes.find(({ id }) => id === 'a') ?? {}
    return `${key} ${want?.isActive ? text : 'off'}`
  })
  expect(texts.toSorted()).toEqual(wanted)
})

test('a rollback to a run activates and deactivates what later runs switched, except what is held', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const [on, off, held] = [desired('on', 'One'), desired('off', 'One', { isActive: false }), desired('held', 'One')]
  const active = async () => {
    const entries = Object.entries((await place.state()).scenarios)
    return entries.flatMap(([key, { is_active }]) => (is_active ? key : [])).toSorted()
  }
  const back = async (to: string) =>
    place.applyGoal(await createDeployGoal({ state: await place.state(), store: place.store, to }))
  await place.apply([on, off, held], { run: { id: 'first' } })
  await place.apply([on, { ...off, isActive: true }, held, desired('added', 'One')], { run: { id: 'second' } })
  const wrong = { isActive: false, hold: 'wrong price' }
  await place.applyGoal(createSwitchGoal(await place.state(), ['held'], wrong))
  await place.apply([off, held, desired('added', 'Two')])
  expect(await active()).toEqual(['added'])
  await back('first')
  expect(await active()).toEqual(['on'])
  await back('second')
  expect(await active()).toEqual(['added', 'off', 'on'])
})

test.each([
  ['b0', 'One'],
  ['b6', 'Two'],
  ['12', 'Three'],
  ['123', 'Four'],
  ['b', undefined],
  ['1', undefined],
])('a rollback to %s takes the only deploy of that name', async (to, text) => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One')], { run: { id: 'b0f3', commit: 'c1' } })
  await place.apply([desired('a', 'Two')], { run: { id: 'd4', commit: 'b6fc' } })
  await place.apply([desired('a', 'Three')], { run: { id: '12', commit: 'c1' } })
  await place.apply([desired('a', 'Four')], { run: { id: '123' } })
  await place.apply([desired('a', 'Five')])
  const goal = createDeployGoal({ state: await place.state(), store: place.store, to })
  if (text === undefined) {
    await expect(goal).rejects.toMatchObject({ code: 'usage', message: `"${to}" names more than one deploy` })
    return
  }
  const [one] = (await goal).scenarios
  expect(one?.document).toMatchObject({ scenario: { definition: { nodes: [{ text }, {}] } } })
})

test('a rollback to a run that removed a source deactivates the scenario again', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const [kept, summer] = [desired('kept', 'One'), desired('summer', 'One')]
  await place.apply([kept, summer], { run: { id: 'first' } })
  await place.apply([kept], { run: { id: 'removed' } })
  for (const [to, isActive] of [
    ['first', true],
    ['removed', false],
  ] as const) {
    await place.applyGoal(await createDeployGoal({ state: await place.state(), store: place.store, to }))
    expect((await place.state()).scenarios).toMatchObject({
      kept: { is_active: true },
      summer: { is_active: isActive },
    })
  }
})

test('a rollback to a run activates a scenario again whose deactivation may have taken effect', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One')], { run: { id: 'first' } })
  service.fault = ({ kind }) => (kind === 'switch' ? { kind: 'reset', isDone: true } : undefined)
  await place.applyGoal(createSwitchGoal(await place.state(), ['a'], { isActive: false }))
  service.fault = () => undefined
  const back = async () => {
    const goal = await createDeployGoal({ state: await place.state(), store: place.store, to: 'first' })
    return (await place.applyGoal(goal)).scenarios
  }
  expect(await back()).toMatchObject([{ key: 'a', outcome: 'unknown' }])
  place.clock.now += 10_000_000
  expect(await back()).toMatchObject([{ key: 'a', outcome: 'done', done: ['activate'] }])
  expect((await place.state()).scenarios.a).toMatchObject({ is_active: true })
})

test.each([
  ['published', 20, true],
  ['published', 21, false],
  ['adopted', 20, true],
  ['adopted', 21, false],
] as const)(
  'a rollback over a version that was %s, and %i later ones, never deactivates',
  async (how, later, isKnown) => {
    const service = await startFakeService()
    const [place, elsewhere] = [await workplace(service), await workplace(service)]
    const [first, kept, added] = [desired('a', 'First'), desired('kept', 'Hi'), desired('added', 'Hi')]
    if (how === 'adopted') {
      await place.apply([kept])
      await elsewhere.apply([first])
      const { patientClient: client, store, environment } = place
      const one = { key: 'a', id: (await elsewhere.state()).scenarios.a?.remote_id ?? '' }
      const { signal } = new AbortController()
      const [record] = await readAdopted([one], { client, environment, signal, onRead: () => {}, wait: async () => {} })
      if (record === undefined) throw new Error('there is no record')
      const adoption = { ...one, document: first.document, record }
      const run = { id: 'adoption' }
      await adopt([adoption], { store, environment, run, now: () => place.clock.now, pause: async () => {} })
    }
    await place.apply([first, desired('kept', 'Hello')], { run: { id: 'first' } })
    for (let version = 1; version <= later; version += 1) {
      await place.apply([desired('a', `Version ${version}`), desired('kept', 'Hello'), added])
    }
    const goal = createDeployGoal({ state: await place.state(), store: place.store, to: 'first' })
    if (!isKnown) {
      await expect(goal).rejects.toMatchObject({ code: 'state', message: expect.stringContaining('"a"') })
      return
    }
    const { scenarios } = await goal
    expect(scenarios.map(({ key, want }) => `${key} ${want?.isActive}`)).toEqual(['a true', 'added false'])
  },
)

test('a payload that is no longer stored is named, and nothing is sent', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  for (const text of ['One', 'Two']) await place.apply([desired('a', text)])
  const store = { ...place.store, getBlob: async () => undefined }
  const state = await place.state()
  await expect(createRollbackGoal({ state, store, keys: ['a'] })).rejects.toMatchObject({ code: 'state' })
})

test('a promotion copies what runs there, including renamed keys and removed sources', async () => {
  const service = await startFakeService()
  const staging = await workplace(service)
  const production = await workplace(service, { bot: 'bot-2' })
  const goal = async (): Promise<Goal> => {
    const state = await loadDeployed(staging.store, staging.environment)
    return createPromotionGoal({ state, store: staging.store })
  }
  await staging.apply([desired('a', 'Hello'), desired('b', 'Hi', { isActive: false }), desired('c', 'Bye')])
  expect(done(await production.applyGoal(await goal()))).toEqual([
    'a done create publish',
    'b done create publish',
    'c done create publish',
  ])
  await staging.apply([{ ...desired('a', 'Hello again'), key: 'd', renamedFrom: 'a' }, desired('b', 'Hi')])
  expect(done(await production.applyGoal(await goal()))).toEqual([
    'b done activate',
    'c done deactivate',
    'd done update publish',
  ])
  expect(done(await production.applyGoal(await goal())).every(line => line.endsWith('unchanged '))).toBe(true)
  expect((await production.state()).scenarios.c?.tombstone).toBeDefined()
  const same = [{ ...desired('a', 'Hello again'), key: 'd' }, desired('b', 'Hi')]
  await staging.apply([...same, desired('never', 'Promoted')])
  await staging.apply(same)
  const { serial, counts } = await production.applyGoal(await goal())
  expect([serial, counts.done]).toEqual([(await production.state()).serial, 0])
  expect((await production.state()).scenarios).not.toHaveProperty('never')
  expect(await published(production, 'd')()).toMatchObject({
    payload_hash: (await published(staging, 'd')())?.payload_hash,
  })
})

test.each([
  ['its sources', (goal: Goal) => goal],
  [
    'a plan file',
    async (goal: Goal, { state, environment, clock }: Workplace) => {
      const planned = plan({ state: await state(), goal, environment, now: clock.now })
      return createPlanFileGoal(planFile(planned, { tool: '0.1.0' }), environment)
    },
  ],
] as const)(
  'a promotion keeps the record of a key that was renamed before the first deploy from %s',
  async (_name, from) => {
    const service = await startFakeService()
    const staging = await workplace(service)
    const production = await workplace(service, { bot: 'bot-2' })
    await production.apply([desired('old', 'Hello')])
    const { remote_id: record } = (await production.state()).scenarios.old ?? {}
    await staging.apply([desired('other', 'Hi')])
    const renamed = { ...desired('old', 'Hello'), key: 'new', renamedFrom: 'old' }
    await staging.applyGoal(await from(createSourcesGoal([renamed]), staging))
    const state = await staging.state()
    await production.applyGoal(await createPromotionGoal({ state, store: staging.store, keys: ['new'] }))
    expect((await production.state()).scenarios).toMatchObject({ new: { remote_id: record, former_keys: ['old'] } })
    expect((await production.state()).scenarios).not.toHaveProperty('old')
  },
)

test('nothing is promoted from an environment with open requests or without a deploy', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await expect(loadDeployed(place.store, place.environment)).rejects.toMatchObject({ code: 'usage' })
  await place.apply([desired('a', 'Hello')])
  service.fault = ({ kind }) => (kind === 'update' ? { kind: 'reset', isDone: true } : undefined)
  await place.apply([desired('a', 'New')])
  const state = await place.state()
  await expect(createPromotionGoal({ state, store: place.store })).rejects.toMatchObject({ code: 'person' })
})

test('a change by replacement imports a new record and then deactivates the old one', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One')])
  service.asked.length = 0
  const goal = createSourcesGoal([desired('a', 'Two')], { strategy: 'replace' })
  expect(done(await place.applyGoal(goal))).toEqual(['a done create publish deactivate'])
  expect(service.asked.map(({ kind }) => kind)).toEqual(['create', 'publish', 'switch'])
  expect([...service.records.values()].map(({ is_active }) => is_active)).toEqual([false, true])
  expect(done(await place.applyGoal(goal))).toEqual(['a unchanged '])
  expect((await place.apply([desired('a', 'Two')])).counts).toMatchObject({ unchanged: 1 })
})

test.each(['create', 'publish', 'switch'] as const)(
  'a replacement whose %s is rejected continues with the next apply, and ends with one active record',
  async refused => {
    const service = await startFakeService()
    const place = await workplace(service)
    await place.apply([desired('a', 'One')])
    let isOver = false
    service.fault = ({ kind }) => {
      if (isOver || kind !== refused) return undefined
      isOver = true
      return { kind: 'status', status: 400 }
    }
    const goal = createSourcesGoal([desired('a', 'Two')], { strategy: 'replace' })
    expect((await place.applyGoal(goal)).verdict).toBe('failed')
    const [shown] = status(await place.state(), place.clock.now).scenarios
    expect(shown?.stillOn).toEqual(refused === 'create' ? undefined : ['record-2'])
    expect((await place.applyGoal(goal)).verdict).toBe('done')
    expect([...service.records.values()].filter(({ is_active }) => is_active)).toHaveLength(1)
    expect(service.records.size).toBe(2)
    expect((await place.state()).scenarios.a?.replaced).toEqual([{ remote_id: 'record-2', is_active: false }])
  },
)

test('a replacement whose answer was lost waits for a person, who cannot name the old record', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One')])
  const [old] = service.records.keys()
  service.fault = ({ kind }) => (kind === 'create' ? { kind: 'reset', isDone: true } : undefined)
  const goal = createSourcesGoal([desired('a', 'Two')], { strategy: 'replace' })
  expect((await place.applyGoal(goal)).verdict).toBe('unknown')
  await expect(place.resolve('a', { kind: 'created', remoteId: old ?? '' })).rejects.toMatchObject({ code: 'usage' })
  service.fault = () => undefined
  const made = [...service.records.keys()].at(-1) ?? ''
  await place.resolve('a', { kind: 'created', remoteId: made })
  await place.apply([desired('a', 'Two')])
  expect([...service.records.values()].map(({ is_active }) => is_active)).toEqual([false, true])
})

test('with fail-fast, the first failing scenario ends the run', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  service.fault = () => ({ kind: 'status', status: 400 })
  const many = ['a', 'b', 'c', 'd'].map(key => desired(key, 'Hello'))
  const summary = await place.apply(many, { failFast: true, concurrency: 1 })
  expect(summary).toMatchObject({ verdict: 'failed', counts: { failed: 1, skipped: 3 } })
  expect(service.asked).toHaveLength(1)
})

test.each([
  ['rejected updates', 'fault', 'asked', { kind: 'status', status: 400 }],
  ['updates without a result', 'fault', 'asked', { kind: 'proxy', status: 500 }],
  ['reads without a result', 'readFault', 'reads', { kind: 'proxy', status: 500 }],
] as const)('with fail-fast, %s end the run before the next request', async (_what, fault, sent, answer) => {
  const service = await startFakeService()
  const place = await workplace(service)
  const many = (text: string) => Array.from({ length: 8 }, (_, index) => desired(`s${index}`, text))
  await place.apply(many('Hello'))
  service[sent].length = 0
  service[fault] = () => answer
  await place.apply(many('New'), { failFast: true, concurrency: 2, retryDelaysMs: [] })
  expect(service[sent].length).toBeLessThanOrEqual(2)
})

test('several requests run concurrently, up to the limit', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const many = Array.from({ length: 24 }, (_, index) => desired(`s${index}`, 'Hello'))
  const { patientClient: real } = place
  let [open, most] = [0, 0]
  let allow = () => {}
  const areThree = new Promise<void>(resolve => {
    allow = resolve
  })
  const client: Client = {
    ...real,
    async importScenario(...call) {
      open += 1
      most = Math.max(most, open)
      if (open === 3) allow()
      await areThree
      const record = await real.importScenario(...call)
      open -= 1
      return record
    },
  }
  await place.apply(many, { concurrency: 3, client })
  expect(most).toBe(3)
})

test('results and intents that arrive while the state is being written share its next write', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const many = Array.from({ length: 24 }, (_, index) => desired(`s${index}`, 'Hello'))
  await place.apply(many)
  let open = 0
  const counted =
    <Call extends readonly unknown[], Result>(send: (...call: Call) => Promise<Result>) =>
    async (...call: Call) => {
      open += 1
      try {
        return await send(...call)
      } finally {
        open -= 1
      }
    }
  const { patientClient: real } = place
  const client = {
    ...real,
    updateScenario: counted(real.updateScenario),
    publishVersion: counted(real.publishVersion),
  }
  // A write takes longer than all requests that are on their way when it begins.
  const store: StateStore = {
    ...place.store,
    async compareAndSwap(...swap) {
      while (open > 0) await setImmediate()
      return place.store.compareAndSwap(...swap)
    },
  }
  const { serial } = await place.state()
  const changed = many.map(({ key }) => desired(key, 'New'))
  const after = await place.apply(changed, { concurrency: 3, client, store })
  // An update and a publication have an intent and a result each.
  expect(after.serial - serial).toBeLessThan((many.length * 4) / 2)
})
