import { expect, test } from 'vitest'
import { createRollbackGoal } from '../src/goals/rollback-goal.ts'
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
  await expect(letGo(place, 'a', 'b')).rejects.toMatchObject({ code: 'usage' })
  expect((await place.state()).scenarios.a).toHaveProperty('hold')
})
