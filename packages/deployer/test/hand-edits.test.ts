import { OperationError } from '@scenewright/model'
import { expect, test } from 'vitest'
import { createPlanFileGoal, planFile, readPlanFile } from '../src/goals/plan-file.ts'
import { createSourcesGoal } from '../src/goals/sources-goal.ts'
import { createSwitchGoal } from '../src/goals/switch-goal.ts'
import { plan, readHandEdits, refreshPlan } from '../src/index.ts'
import { DamagedPayload, readMany } from '../src/store/store.ts'
import { type FakeService, startFakeService } from './fake-service.ts'
import { desired, lines, type Workplace, workplace } from './workplace.ts'

/** What somebody does in the service's own editor with the only record. */
type Edit = (record: FakeService['records'] extends Map<string, infer Record> ? Record : never) => void

const reply = (text: string) => desired('any', text).document.scenario.definition

const version = (text: string, number: number, status: string) => ({
  unique_id: `by-hand-${number}`,
  version: number,
  status,
  definition: reply(text),
})

const published: Edit = record => {
  for (const one of record.versions) one.status = 'ARCHIVED'
  record.versions.unshift(version('By hand', 2, 'PUBLISHED'))
}
const drafted: Edit = record => {
  record.versions.unshift(version('By hand', 2, 'DRAFT'))
}
const switchedOff: Edit = record => {
  record.is_active = false
}
const retitled: Edit = record => {
  record.fields.min_confidence = 60
}

async function deployed(): Promise<{ service: FakeService; place: Workplace; edit: (how: Edit) => void }> {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One')])
  const edit = (how: Edit) => {
    for (const record of service.records.values()) how(record)
  }
  return { service, place, edit }
}

async function refreshed(place: Workplace, text: string) {
  return refreshPlan(await place.plan([desired('a', text)]), await reading(place))
}

async function reading({ patientClient: client, environment, store, state }: Workplace) {
  const { signal } = new AbortController()
  return {
    client,
    environment,
    store,
    signal,
    onRead: () => {},
    wait: async () => {},
    state: await state(),
    isWhole: true,
  }
}

test.each([
  ['version', published],
  ['draft', drafted],
  ['switched-off', switchedOff],
  ['fields', retitled],
] as const)('a manual edit (%s) is not overwritten, unless a person requests it', async (kind, how) => {
  const { service, place, edit } = await deployed()
  edit(how)
  service.asked.length = 0
  const refused = await place.apply([desired('a', 'Two')])
  expect(refused).toMatchObject({
    verdict: 'conflict',
    scenarios: [{ outcome: 'conflict', done: [], edited: { kinds: [kind] } }],
  })
  expect(refused.scenarios[0]?.help).toContain('--overwrite a')
  expect([service.asked.length, service.reads.length]).toEqual([0, 1])
  const goal = { ...createSourcesGoal([desired('a', 'Two')]), overwrite: ['a'] }
  const done = await place.applyGoal(goal)
  expect(done).toMatchObject({ verdict: 'done', scenarios: [{ reason: 'overwritten', done: ['update', 'publish'] }] })
  const [record] = service.records.values()
  const running = record?.versions.find(({ status }) => status === 'PUBLISHED')
  expect([running?.definition, record?.is_active, record?.fields.min_confidence]).toEqual([reply('Two'), true, 78])
  expect(service.reads).toHaveLength(2)
})

test('unedited records are read once and updated; new or only switched ones are not read', async () => {
  const { service, place } = await deployed()
  expect(service.reads).toHaveLength(0)
  await place.apply([desired('a', 'One', { isActive: false })])
  expect(service.reads).toHaveLength(0)
  expect(await place.apply([desired('a', 'Two'), desired('b', 'New')])).toMatchObject({ verdict: 'done' })
  expect(service.reads.map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([
    [(await place.state()).scenarios.a?.remote_id, {}],
  ])
})

test('a record whose source was removed is an edit if somebody activates it, and is deactivated again on request', async () => {
  const { service, place, edit } = await deployed()
  await place.apply([desired('b', 'One')])
  const noEdits = async () => {
    expect(await readHandEdits(await reading(place))).toEqual([])
    expect(lines(await refreshPlan(await place.plan([desired('b', 'One')]), await reading(place)))).toEqual([
      'b none unchanged',
    ])
  }
  await noEdits()
  edit(retitled)
  expect((await readHandEdits(await reading(place))).map(({ key }) => key)).toEqual(['b'])
  edit(record => {
    record.fields.min_confidence = 78
    record.is_active = true
  })
  expect(await readHandEdits(await reading(place))).toMatchObject([{ key: 'a', edited: { kinds: ['switched-on'] } }])
  const made = await place.plan([desired('b', 'One')])
  expect(lines(await refreshPlan(made, await reading(place)))).toEqual(['a none edited-by-hand', 'b none unchanged'])
  expect(lines(await refreshPlan(made, { ...(await reading(place)), isWhole: false }))).toEqual(['b none unchanged'])
  const goal = { ...createSourcesGoal([desired('b', 'One')]), overwrite: ['a'] }
  const { environment, clock } = place
  const saved = async () => {
    const file = planFile(plan({ state: await place.state(), goal, environment, now: clock.now }), { tool: '0.1.0' })
    return createPlanFileGoal(readPlanFile(JSON.stringify(file), 'plan.json'), environment)
  }
  for (const wanted of [() => goal, saved]) {
    edit(record => {
      record.is_active = true
    })
    expect(await place.applyGoal(await wanted())).toMatchObject({
      verdict: 'done',
      scenarios: expect.arrayContaining([expect.objectContaining({ key: 'a', done: ['deactivate'] })]),
    })
    await noEdits()
  }
  service.records.delete((await place.state()).scenarios.a?.remote_id ?? '')
  await noEdits()
})

test('an edited record does not block others', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One'), desired('b', 'One')])
  const { a } = (await place.state()).scenarios
  const record = service.records.get(a?.remote_id ?? '')
  if (record !== undefined) switchedOff(record)
  const { scenarios } = await place.apply([desired('a', 'Two'), desired('b', 'Two')])
  expect(scenarios.map(({ key, outcome }) => `${key} ${outcome}`)).toEqual(['a conflict', 'b done'])
})

test('an edit that equals the source is not an edit', async () => {
  const { place, edit } = await deployed()
  edit(published)
  edit(switchedOff)
  expect(await place.apply([desired('a', 'By hand', { isActive: false })])).toMatchObject({ verdict: 'done' })
})

test('without a changed source, nothing is read before a plan is refreshed', async () => {
  const { service, place, edit } = await deployed()
  edit(published)
  expect(await place.apply([desired('a', 'One')])).toMatchObject({ verdict: 'done', counts: { unchanged: 1 } })
  expect(service.reads).toHaveLength(0)
  const shown = await refreshed(place, 'One')
  expect(lines(shown)).toEqual(['a none edited-by-hand'])
  expect([shown.hasChanges, shown.counts.edited, shown.counts.unchanged, shown.isRefreshed]).toEqual([
    false,
    1,
    0,
    true,
  ])
  expect(shown.entries[0]?.edited?.document?.scenario.definition).toEqual(reply('By hand'))
  expect(service.reads).toHaveLength(1)
  const goal = { ...createSourcesGoal([desired('a', 'One')]), overwrite: ['a'] }
  expect(await place.applyGoal(goal)).toMatchObject({ verdict: 'done', scenarios: [{ done: ['update', 'publish'] }] })
  expect(lines(await refreshed(place, 'One'))).toEqual(['a none unchanged'])
})

test('a saved plan that overwrites does so once', async () => {
  const { service, place, edit } = await deployed()
  edit(switchedOff)
  const { environment } = place
  const goal = { ...createSourcesGoal([desired('a', 'Two')]), overwrite: ['a'] }
  const made = plan({ state: await place.state(), goal, environment, now: place.clock.now })
  const kept = createPlanFileGoal(
    readPlanFile(JSON.stringify(planFile(made, { tool: '0.1.0' })), 'plan.json'),
    environment,
  )
  expect(await place.applyGoal(kept)).toMatchObject({ verdict: 'done', counts: { done: 1 } })
  const before = service.asked.length
  expect(await place.applyGoal(kept)).toMatchObject({ verdict: 'done', counts: { unchanged: 1 } })
  expect([service.asked.length, service.reads.length]).toEqual([before, 1])
})

test('a key that is not part of the deploy cannot be overwritten', async () => {
  const { place } = await deployed()
  const goal = { ...createSourcesGoal([desired('a', 'Two')]), overwrite: ['aa'] }
  await expect(place.applyGoal(goal)).rejects.toMatchObject({ code: 'usage', help: 'did you mean "a"?' })
})

test('a version that was published manually over a deployed one, and an older deployed one, are edits', async () => {
  const { place, edit } = await deployed()
  await place.apply([desired('a', 'Two')])
  edit(record => {
    for (const one of record.versions) one.status = one.version === 1 ? 'PUBLISHED' : 'ARCHIVED'
  })
  expect(await place.apply([desired('a', 'Three')])).toMatchObject({
    scenarios: [{ outcome: 'conflict', edited: { kinds: ['version'] } }],
  })
})

test('an unpublished or replaced draft of this tool is not an edit', async () => {
  const { service, place } = await deployed()
  service.fault = ({ kind }) => (kind === 'publish' ? { kind: 'status', status: 400 } : undefined)
  await place.apply([desired('a', 'Two')])
  service.fault = () => undefined
  expect(await place.apply([desired('a', 'Three')])).toMatchObject({ verdict: 'done' })
})

test('a draft of this tool that another person changed is an edit', async () => {
  const { service, place, edit } = await deployed()
  service.fault = ({ kind }) => (kind === 'publish' ? { kind: 'status', status: 400 } : undefined)
  await place.apply([desired('a', 'Two')])
  service.fault = () => undefined
  edit(record => {
    for (const one of record.versions) if (one.status === 'DRAFT') one.definition = reply('By hand')
  })
  expect(await place.apply([desired('a', 'Three')])).toMatchObject({
    scenarios: [{ outcome: 'conflict', edited: { kinds: ['draft'] } }],
  })
})

test('an update whose answer was lost is sent again after the settle window, regardless of its result', async () => {
  for (const isDone of [true, false]) {
    const { service, place } = await deployed()
    service.fault = ({ kind }) => (kind === 'update' ? { kind: 'reset', isDone } : undefined)
    expect(await place.apply([desired('a', 'Two')])).toMatchObject({ verdict: 'unknown' })
    service.fault = () => undefined
    place.clock.now += 10_000_000
    expect(await place.apply([desired('a', 'Three')])).toMatchObject({ verdict: 'done' })
  }
})

test('a failed read is repeated, and one that never ends sends nothing', async () => {
  const { service, place } = await deployed()
  let failures = 2
  service.readFault = () => (failures-- > 0 ? { kind: 'status', status: 503 } : undefined)
  expect(await place.apply([desired('a', 'Two')])).toMatchObject({ verdict: 'done' })
  expect(service.reads).toHaveLength(3)
  service.readFault = () => ({ kind: 'reset', isDone: false })
  service.asked.length = 0
  expect(await place.apply([desired('a', 'Three')])).toMatchObject({ verdict: 'failed' })
  expect(service.asked).toHaveLength(0)
})

test('a failed read is repeated after the time that a gateway gives, and is never called an open request', async () => {
  const { service, place } = await deployed()
  const waits: number[] = []
  const pause = async (ms: number) => {
    waits.push(ms)
  }
  const busy = [429, 503].map(status => ({ kind: 'proxy', status, headers: { 'retry-after': '7' } }) as const)
  service.readFault = () => busy.pop()
  expect(await place.apply([desired('a', 'Two')], { pause })).toMatchObject({ verdict: 'done' })
  expect(waits.filter(ms => ms === 7000)).toHaveLength(2)
  const messages = place.events.flatMap(event => (event.event === 'retrying' ? [event.message] : []))
  expect(messages).toEqual(
    [503, 429].map(status => expect.stringContaining(`"a" could not be read: the answer ${status}`)),
  )
  service.readFault = () => ({ kind: 'proxy', status: 503, headers: { 'retry-after': '3600' } })
  expect(await place.apply([desired('a', 'Three')], { pause })).toMatchObject({ verdict: 'failed' })
  expect(waits).not.toContain(3_600_000)
})

test('a service that rejects empty updates is updated unread, and the run reports it', async () => {
  const { service, place, edit } = await deployed()
  edit(switchedOff)
  service.readFault = () => ({ kind: 'status', status: 400 })
  expect(await place.apply([desired('a', 'Two')])).toMatchObject({ verdict: 'done' })
  expect(place.events.filter(({ event }) => event === 'unread')).toHaveLength(1)
})

test('a record that is gone is an edit, and is created again if a person requests it', async () => {
  const { service, place } = await deployed()
  service.records.clear()
  const { entries } = await refreshed(place, 'Two')
  expect(entries).toMatchObject([{ reason: 'edited-by-hand', edited: { kinds: ['gone'] } }])
  const refused = await place.apply([desired('a', 'Two')])
  expect(refused).toMatchObject({
    verdict: 'conflict',
    scenarios: [{ outcome: 'conflict', done: [], edited: { kinds: ['gone'] } }],
  })
  expect(refused.scenarios[0]?.help).toBe(
    '`scenewright apply --env prod --overwrite a` creates it again, as a new record',
  )
  for (const text of ['Two', 'Two']) {
    const goal = { ...createSourcesGoal([desired('a', text)]), overwrite: ['a'] }
    expect(await place.applyGoal(goal)).toMatchObject({ verdict: 'done' })
    expect(service.records.size).toBe(1)
  }
  const [record] = service.records.values()
  expect([record?.is_active, record?.versions[0]?.definition]).toEqual([true, reply('Two')])
  expect(lines(await refreshed(place, 'Two'))).toEqual(['a none unchanged'])
  expect(await place.apply([desired('a', 'Three')])).toMatchObject({ verdict: 'done' })
})

test("a proxy's 404 does not tell that a record is gone: nothing is created or counted as done", async () => {
  const behindProxy = async () => {
    const { service, place } = await deployed()
    service.asked.length = 0
    service.fault = () => ({ kind: 'proxy', status: 404 })
    service.readFault = service.fault
    return { service, place }
  }
  const { service, place } = await behindProxy()
  const goal = { ...createSourcesGoal([desired('a', 'Two')]), overwrite: ['a'] }
  expect(await place.applyGoal(goal)).toMatchObject({ verdict: 'unknown' })
  expect(service.asked.filter(({ kind }) => kind === 'create')).toEqual([])

  const other = await behindProxy()
  const off = createSwitchGoal(await other.place.state(), ['a'], { isActive: false })
  expect(await other.place.applyGoal(off)).toMatchObject({ verdict: 'unknown' })
})

test('a record that is gone is inactive: removing its source, or switching it off, succeeds; activating is a conflict', async () => {
  const { service, place } = await deployed()
  service.records.clear()
  const off = createSwitchGoal(await place.state(), ['a'], { isActive: false })
  expect(await place.applyGoal(off)).toMatchObject({ verdict: 'done' })
  expect((await place.state()).scenarios.a?.is_active).toBe(false)
  const on = createSwitchGoal(await place.state(), ['a'], { isActive: true })
  for (const goal of [on, createSourcesGoal([desired('a', 'One')])]) {
    expect(await place.applyGoal(goal)).toMatchObject({
      verdict: 'conflict',
      scenarios: [{ edited: { kinds: ['gone'] }, help: expect.stringContaining('--overwrite a') }],
    })
  }
  const overwriting = { ...createSourcesGoal([desired('a', 'One')]), overwrite: ['a'] }
  expect(await place.applyGoal(overwriting)).toMatchObject({ verdict: 'done' })
  expect([...service.records.values()]).toMatchObject([{ is_active: true }])

  const other = await deployed()
  other.service.records.clear()
  expect(await other.place.apply([])).toMatchObject({ verdict: 'done', counts: { done: 1 } })
  expect(await other.place.apply([])).toMatchObject({ verdict: 'done', counts: { unchanged: 0 } })
})

test('a concurrent deploy of another run is not a manual edit', async () => {
  const { service, place } = await deployed()
  const approve = async () => {
    await place.apply([desired('a', 'Theirs')])
    return true
  }
  const summary = await place.apply([desired('a', 'Ours')], { approve })
  expect(summary).toMatchObject({ verdict: 'conflict' })
  expect(summary.scenarios[0]).not.toHaveProperty('edited')
  expect(summary.scenarios[0]?.message).toContain('another run')
  expect(service.records.size).toBe(1)
})

test('all edits are found, with one request per record', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply(['a', 'b', 'c'].map(key => desired(key, 'One')))
  const ids = (await place.state()).scenarios
  const [a, c] = [ids.a, ids.c].map(one => service.records.get(one?.remote_id ?? ''))
  if (a !== undefined) drafted(a)
  if (c !== undefined) switchedOff(c)
  const edits = await readHandEdits(await reading(place))
  expect(edits.map(({ key, edited }) => [key, edited.kinds])).toEqual([
    ['a', ['draft']],
    ['c', ['switched-off']],
  ])
  expect(service.reads).toHaveLength(3)
})

test('too many requests are a delay for all, as long as the service asks for; then the records are read again', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply(['a', 'b', 'c', 'd', 'e'].map(key => desired(key, 'One')))
  const waits: number[] = []
  const wait = async (ms: number) => {
    waits.push(ms)
    service.readFault = () => undefined
  }
  const options = { ...(await reading(place)), wait }
  service.readFault = () => ({ kind: 'status', status: 429, headers: { 'retry-after': '7' } })
  expect(await readHandEdits(options)).toEqual([])
  expect(new Set(waits)).toEqual(new Set([7000]))

  const refused = (headers: Record<string, string>) => {
    service.readFault = () => ({ kind: 'status', status: 429, headers })
    return expect(readHandEdits({ ...options, wait: async ms => void waits.push(ms) })).rejects.toMatchObject({
      status: 429,
    })
  }
  waits.length = 0
  await refused({ 'retry-after': '3600' })
  expect(waits).toEqual([])
  await refused({})
  expect(waits).toEqual([1000, 1000, 1000, 1000, 1000])
})

test('a bot of another account is an error, and no edit: its records are still there', async () => {
  const { service, place } = await deployed()
  service.readFault = () => ({ kind: 'status', status: 403 })
  const options = await reading(place)
  await expect(readHandEdits(options)).rejects.toMatchObject({ code: 'service', status: 403 })
  const made = await place.plan([desired('a', 'Two')])
  await expect(refreshPlan(made, options)).rejects.toMatchObject({ code: 'service', status: 403 })
})

test.each([
  ['before the rename is deployed', false],
  ['after it', true],
])('--overwrite accepts a former key, %s', async (_what, isRenamed) => {
  const { place, edit } = await deployed()
  const { environment, clock } = place
  const renamed = { ...desired('a', 'One'), key: 'b', renamedFrom: 'a' }
  if (isRenamed) await place.apply([renamed])
  edit(published)
  const changed = { ...renamed, document: desired('a', 'Two').document }
  expect(await place.apply([changed])).toMatchObject({ verdict: 'conflict' })
  for (const key of ['a', 'b']) {
    const goal = { ...createSourcesGoal([changed]), overwrite: [key] }
    const made = plan({ state: await place.state(), goal, environment, now: clock.now })
    expect(lines(made)).toEqual(['b update overwritten'])
  }
  expect(await place.applyGoal({ ...createSourcesGoal([changed]), overwrite: ['a'] })).toMatchObject({
    verdict: 'done',
    scenarios: [{ key: 'b', reason: 'overwritten', done: ['update', 'publish'] }],
  })
})

test('a payload that cannot be read is an error, and no reason to miss an edit', async () => {
  const { place, edit } = await deployed()
  edit(retitled)
  const options = await reading(place)
  const failing = (error: Error) => ({ ...options, store: { ...options.store, getBlob: () => Promise.reject(error) } })
  const busy = new OperationError('state', 'too many open files')
  await expect(readHandEdits(failing(busy))).rejects.toBe(busy)
  expect(await readHandEdits(failing(new DamagedPayload('state', 'it has another hash')))).toEqual([])
})

test('many payloads are not read at once, and stay in order', async () => {
  const items = Array.from({ length: 200 }, (_, index) => index)
  let open = 0
  let most = 0
  const results = await readMany(items, async (item, index) => {
    open += 1
    most = Math.max(most, open)
    await Promise.resolve()
    open -= 1
    return [item, index]
  })
  expect(results).toEqual(items.map(item => [item, item]))
  expect(most).toBe(64)
})
