import { expect, test } from 'vitest'
import { createRollbackGoal } from '../src/goals/rollback-goal.ts'
import { createSourcesGoal } from '../src/goals/sources-goal.ts'
import { createSwitchGoal } from '../src/goals/switch-goal.ts'
import { release } from '../src/index.ts'
import { type FakeService, startFakeService } from './fake-service.ts'
import { schema } from './schema.ts'
import { desired, lines, type Workplace, workplace } from './workplace.ts'

async function deployed(): Promise<{ readonly service: FakeService; readonly place: Workplace }> {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One'), desired('b', 'One')])
  return { service, place }
}

const run = { id: 'incident', who: 'Ada' }

async function letGo({ store, environment, clock }: Workplace, ...keys: readonly string[]): Promise<void> {
  await release({ store, environment, keys, run: 'by-hand', now: () => clock.now, pause: async () => {} })
}

async function switchOff(place: Workplace, hold: string): Promise<void> {
  await place.applyGoal(createSwitchGoal(await place.state(), ['a'], { isActive: false, hold }), { run })
}

test('a deactivated and held scenario stays inactive until it is released', async () => {
  const { service, place } = await deployed()
  await switchOff(place, 'wrong price')
  const held = (await place.state()).scenarios.a
  expect(held).toMatchObject({ is_active: false, hold: { reason: 'wrong price', run: 'incident', who: 'Ada' } })
  expect(schema('state')(await place.state())).toBe(true)

  const asked = service.asked.length
  const wanted = [desired('a', 'Two'), desired('b', 'One')]
  expect(lines(await place.plan(wanted))).toEqual(['a none held', 'b none unchanged'])
  expect(await place.plan(wanted)).toMatchObject({ hasChanges: false, counts: { held: 1, unchanged: 1 } })
  expect((await place.apply(wanted)).verdict).toBe('done')
  expect(service.asked).toHaveLength(asked)

  await letGo(place, 'a')
  expect(lines(await place.plan(wanted))).toEqual(['a update changed', 'b none unchanged'])
  expect((await place.apply(wanted)).verdict).toBe('done')
  expect((await place.state()).scenarios.a).toMatchObject({ is_active: true })
  const { journal } = await place.state()
  expect(journal.entries.filter(({ key }) => key === 'a').map(({ what }) => what)).toEqual([
    'created',
    'published',
    'held',
    'switched-off',
    'released',
    'updated',
    'published',
  ])
})

test('a scenario is deactivated and held at once while a publish is open, and again after it may have taken effect', async () => {
  const { service, place } = await deployed()
  service.fault = ({ kind }) => (kind === 'publish' ? { kind: 'late' } : undefined)
  const wanted = [desired('a', 'Two'), desired('b', 'One')]
  expect((await place.apply(wanted)).verdict).toBe('unknown')
  service.fault = () => undefined
  const { a: before } = (await place.state()).scenarios
  const record = service.records.get(before?.remote_id ?? '')
  const off = async () => {
    const goal = createSwitchGoal(await place.state(), ['a'], { isActive: false, hold: 'wrong price' })
    return (await place.applyGoal(goal, { run })).scenarios[0]
  }
  expect(await off()).toMatchObject({
    outcome: 'unknown',
    done: ['deactivate'],
    message: expect.stringContaining('may activate it again'),
    help: expect.stringMatching(`^run this command again after ${before?.intent?.settle_until}`),
  })
  expect(record?.is_active).toBe(false)
  const { a } = (await place.state()).scenarios
  expect(a).toEqual({
    ...before,
    is_active: null,
    switched: { count: 1 },
    hold: expect.objectContaining({ reason: 'wrong price' }),
    intent: a?.intent,
  })
  expect(schema('state')(await place.state())).toBe(true)
  expect(lines(await place.plan(wanted))).toEqual(['a unknown unknown-open', 'b none unchanged'])

  service.carryOutLate()
  expect(record?.is_active).toBe(true)
  place.clock.now += 10_000_000
  expect(lines(await place.plan(wanted))).toEqual(['a none held', 'b none unchanged'])
  expect(await off()).toMatchObject({ outcome: 'done', done: ['deactivate'] })
  expect(record?.is_active).toBe(false)
  expect((await place.state()).scenarios.a).toMatchObject({ is_active: false, hold: { reason: 'wrong price' } })
})

test.each(['publish', 'switch'] as const)(
  'while the %s of a replacement is open, deactivate switches off both records',
  async open => {
    const { service, place } = await deployed()
    const replaced = (await place.state()).scenarios.a?.remote_id ?? ''
    service.fault = ({ kind }) => (kind === open ? { kind: 'reset', isDone: false } : undefined)
    const wanted = [desired('a', 'Two'), desired('b', 'One')]
    const replacement = createSourcesGoal(wanted, { strategy: 'replace' })
    expect((await place.applyGoal(replacement)).verdict).toBe('unknown')
    service.fault = () => undefined
    const off = async () =>
      (await place.applyGoal(createSwitchGoal(await place.state(), ['a'], { isActive: false }))).scenarios[0]
    expect(await off()).toMatchObject({ outcome: 'unknown', done: ['deactivate', 'deactivate'] })
    const { a } = (await place.state()).scenarios
    const records = [replaced, a?.remote_id ?? ''].map(id => service.records.get(id))
    expect(records.map(record => record?.is_active)).toEqual([false, false])
    expect(a?.intent).toMatchObject({ kind: open === 'publish' ? 'publish' : 'activate' })
    expect(schema('state')(await place.state())).toBe(true)

    place.clock.now += 10_000_000
    expect(await off()).toMatchObject({ outcome: 'done' })
    expect((await place.state()).scenarios.a).not.toHaveProperty('intent')
    expect((await place.applyGoal(replacement)).verdict).toBe('done')
    expect(records.map(record => record?.is_active)).toEqual([false, true])
  },
)

test('while an update is open, a scenario that is deactivated stays inactive', async () => {
  const { service, place } = await deployed()
  service.fault = ({ kind }) => (kind === 'update' ? { kind: 'reset', isDone: true } : undefined)
  await place.apply([desired('a', 'Two'), desired('b', 'One')])
  const goal = createSwitchGoal(await place.state(), ['a'], { isActive: false })
  service.fault = ({ kind }) => (kind === 'switch' ? { kind: 'reset', isDone: false } : undefined)
  expect((await place.applyGoal(goal)).scenarios).toMatchObject([
    { outcome: 'failed', done: [], message: expect.stringContaining('"a" may still be active') },
  ])
  const { a: failed } = (await place.state()).scenarios
  expect(failed).toMatchObject({ is_active: null, intent: { kind: 'update' } })
  service.fault = () => undefined
  const again = createSwitchGoal(await place.state(), ['a'], { isActive: false })
  expect((await place.applyGoal(again)).scenarios).toMatchObject([{ outcome: 'unknown', done: ['deactivate'] }])
  const { a } = (await place.state()).scenarios
  expect(a).toMatchObject({ is_active: false, intent: { kind: 'update' } })
  expect((await place.state()).journal.entries.at(-1)).toMatchObject({ key: 'a', what: 'switched-off' })
})

test.each(['deactivate', 'rollback'] as const)('a lost answer of %s says to run the same command again', async what => {
  const { service, place } = await deployed()
  await place.apply([desired('a', 'Two'), desired('b', 'One')])
  const goal = async () => {
    const state = await place.state()
    if (what === 'deactivate') return createSwitchGoal(state, ['a'], { isActive: false })
    return createRollbackGoal({ state, store: place.store, keys: ['a'] })
  }
  const request = what === 'deactivate' ? 'switch' : 'publish'
  service.fault = ({ kind }) => (kind === request ? { kind: 'reset', isDone: true } : undefined)
  const { scenarios } = await place.applyGoal(await goal())
  const until = (await place.state()).scenarios.a?.intent?.settle_until
  expect(scenarios[0]?.help).toBe(`run this command again after ${until}; the request is then sent again`)
  const [waiting] = (await place.apply([desired('a', 'Two'), desired('b', 'One')])).scenarios
  expect(waiting?.message).toMatch(what === 'deactivate' ? /^deactivate of the run / : /^publish of the run /)
  service.fault = () => undefined
  place.clock.now += 10_000_000
  expect((await place.applyGoal(await goal())).scenarios).toMatchObject([
    { outcome: 'done', done: [what === 'deactivate' ? 'deactivate' : 'publish'] },
  ])
})

test.each([
  ['its source is removed', [desired('b', 'One')], ['a none held', 'b none unchanged']],
  [
    'its source is renamed',
    [desired('c', 'Two', { renamedFrom: 'a' }), desired('b', 'One')],
    ['b none unchanged', 'c none held'],
  ],
] as const)('a held scenario stays unchanged where %s', async (_name, wanted, expected) => {
  const { service, place } = await deployed()
  await switchOff(place, 'wrong price')
  const before = await place.state()
  const asked = service.asked.length
  expect(lines(await place.plan(wanted))).toEqual(expected)
  await place.apply(wanted)
  expect(service.asked).toHaveLength(asked)
  expect((await place.state()).scenarios).toEqual(before.scenarios)
})

test('a rollback that is held keeps the earlier version', async () => {
  const { place } = await deployed()
  await place.apply([desired('a', 'Two'), desired('b', 'One')])
  const state = await place.state()
  const goal = await createRollbackGoal({ state, store: place.store, keys: ['a'], hold: 'wrong text' })
  expect((await place.applyGoal(goal, { run })).verdict).toBe('done')
  expect(lines(await place.plan([desired('a', 'Two'), desired('b', 'One')]))).toEqual([
    'a none held',
    'b none unchanged',
  ])
})

test('a hold is recorded before anything is sent, also if the scenario is inactive already', async () => {
  const { service, place } = await deployed()
  service.fault = () => ({ kind: 'reset', isDone: true })
  await switchOff(place, 'wrong price')
  expect((await place.state()).scenarios.a).toMatchObject({
    intent: { kind: 'activate' },
    hold: { reason: 'wrong price' },
  })
  service.fault = () => undefined

  const other = await deployed()
  await other.place.applyGoal(createSwitchGoal(await other.place.state(), ['a'], { isActive: false }))
  await switchOff(other.place, 'audit')
  expect((await other.place.state()).scenarios.a?.hold?.reason).toBe('audit')
})

test('a held scenario is activated only after its release, and only a held one can be released', async () => {
  const { place } = await deployed()
  await switchOff(place, 'wrong price')
  const state = await place.state()
  expect(() => createSwitchGoal(state, ['a'], { isActive: true })).toThrow(/held by Ada since .*: wrong price/)
  await expect(letGo(place, 'b')).rejects.toMatchObject({ code: 'usage', help: 'did you mean "a"?' })
  await expect(letGo(place, 'a', 'b')).rejects.toMatchObject({ code: 'usage', help: 'did you mean "a"?' })
  expect((await place.state()).scenarios.a).toHaveProperty('hold')
})
