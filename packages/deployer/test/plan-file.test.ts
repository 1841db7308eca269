import { canonicalJson } from '@scenewright/model/canonical-json'
import { expect, test } from 'vitest'
import { createPlanFileGoal, planFile, readPlanFile } from '../src/goals/plan-file.ts'
import { createSourcesGoal, type DesiredScenario } from '../src/goals/sources-goal.ts'
import { createSwitchGoal } from '../src/goals/switch-goal.ts'
import { startFakeService } from './fake-service.ts'
import { schema } from './schema.ts'
import { desired, type Workplace, workplace } from './workplace.ts'

const validate = schema('plan-file')

async function written(place: Workplace, wanted: readonly DesiredScenario[]): Promise<string> {
  const file = planFile(await place.plan(wanted), { tool: '0.1.0', commit: 'c0ffee1' })
  expect(validate(file), JSON.stringify(validate.errors)).toBe(true)
  return JSON.stringify(file)
}

const carryOut = (place: Workplace, text: string) =>
  place.applyGoal(createPlanFileGoal(readPlanFile(text, 'plan.json'), place.environment))

const outcomes = ({ scenarios }: Awaited<ReturnType<typeof carryOut>>) =>
  Object.fromEntries(scenarios.map(({ key, outcome }) => [key, outcome]))

test('a plan file does what the plan shows, and nothing the second time', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('changed', 'Old'), desired('gone', 'Bye'), desired('same', 'Same'), desired('old', 'Was')])
  const wanted = [
    desired('changed', 'New'),
    desired('same', 'Same'),
    desired('new', 'Hello', { commit: 'c0ffee1' }),
    { ...desired('old', 'Was'), key: 'moved', renamedFrom: 'old' },
  ]
  const text = await written(place, wanted)
  expect(outcomes(await carryOut(place, text))).toEqual({ changed: 'done', gone: 'done', moved: 'done', new: 'done' })
  expect((await place.plan(wanted)).hasChanges).toBe(false)
  expect((await place.state()).scenarios.new?.published).toMatchObject({ commit: 'c0ffee1' })
  expect((await place.state()).deploys?.at(-1)).not.toHaveProperty('is_partial')
  const { serial } = await place.state()
  const asked = service.asked.length
  expect(await carryOut(place, text)).toMatchObject({ verdict: 'done', serial, counts: { unchanged: 4 } })
  expect(service.asked).toHaveLength(asked)
})

test('later changes invalidate only the steps that they affect', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply(['a', 'b', 'c', 'd'].map(key => desired(key, 'One')))
  const text = await written(
    place,
    ['a', 'b', 'c'].map(key => desired(key, 'Two')),
  )
  await place.apply([desired('a', 'Other'), ...['b', 'c', 'd'].map(key => desired(key, 'One'))])
  await place.applyGoal(createSwitchGoal(await place.state(), ['b'], { isActive: false }))
  const summary = await carryOut(place, text)
  expect(outcomes(summary)).toEqual({ a: 'conflict', b: 'conflict', c: 'done', d: 'done' })
  expect(summary.verdict).toBe('conflict')
  expect((await place.state()).scenarios.b?.is_active).toBe(false)
})

test('a plan file that was applied does nothing after a switch there and back', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('gone', 'One'), desired('off', 'One'), desired('on', 'One', { isActive: false })])
  const text = await written(place, [desired('off', 'One', { isActive: false }), desired('on', 'One')])
  const turn = async (keys: readonly string[], isActive: boolean) =>
    place.applyGoal(createSwitchGoal(await place.state(), keys, { isActive }))
  expect(outcomes(await carryOut(place, text))).toEqual({ gone: 'done', off: 'done', on: 'done' })
  await turn(['gone', 'off'], true)
  await turn(['on'], false)
  expect(outcomes(await carryOut(place, text))).toEqual({ gone: 'conflict', off: 'conflict', on: 'conflict' })
  await turn(['gone', 'off'], false)
  await turn(['on'], true)
  expect(await carryOut(place, text)).toMatchObject({ verdict: 'done', counts: { unchanged: 3 } })
})

test.each([1, 2, 3])('a plan file that was applied up to request %i is continued', async refused => {
  const service = await startFakeService()
  const place = await workplace(service)
  await place.apply([desired('a', 'One'), desired('b', 'One')], { concurrency: 1 })
  const text = await written(place, [
    desired('a', 'Two', { isActive: false }),
    desired('b', 'Two'),
    desired('c', 'New'),
  ])
  const before = service.asked.length
  service.fault = () => (service.asked.length - before === refused ? { kind: 'status', status: 400 } : undefined)
  expect((await carryOut(place, text)).verdict).toBe('failed')
  expect((await carryOut(place, text)).verdict).toBe('done')
  expect(service.records.size).toBe(3)
  expect([...service.records.values()].map(({ is_active }) => is_active)).toEqual([false, true, true])
})

test('requests that were open when the plan was made are shown while open, and then ignored', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  service.fault = () => ({ kind: 'reset', isDone: false })
  await place.apply([desired('a', 'One')])
  service.fault = () => undefined
  const text = await written(place, [desired('a', 'One'), desired('b', 'One')])
  expect(outcomes(await carryOut(place, text))).toEqual({ a: 'unknown', b: 'done' })
  place.clock.now += 10_000_000
  await place.resolve('a', { kind: 'not-created' })
  expect(outcomes(await carryOut(place, text))).toEqual({ a: 'unchanged', b: 'unchanged' })
})

test.each<[string, (file: ReturnType<typeof planFile>) => unknown, string]>([
  ['text that is not JSON', () => undefined, 'usage'],
  ['another document of a scenario', file => ({ ...file, scenarios: file.scenarios.map(withOtherText) }), 'usage'],
  [
    'no document of a scenario',
    file => ({ ...file, scenarios: file.scenarios.map(({ document: _, ...rest }) => rest) }),
    'usage',
  ],
  ['an unknown field', file => ({ ...file, more: 1 }), 'usage'],
  ['a newer format', file => ({ ...file, version: 2 }), 'usage'],
  ['another bot', file => ({ ...file, environment: { ...file.environment, bot: 'other' } }), 'state'],
])('a plan file with %s is rejected', async (_name, change, code) => {
  const service = await startFakeService()
  const place = await workplace(service)
  const file = planFile(await place.plan([desired('a', 'One')]), { tool: '0.1.0' })
  const text = JSON.stringify(change(file)) ?? '{'
  await expect(async () => carryOut(place, text)).rejects.toMatchObject({ code })
  expect(service.asked).toEqual([])
})

test('a plan is always written the same way, and applied for any order of its fields', async () => {
  const service = await startFakeService()
  const place = await workplace(service)
  const wanted = [desired('__proto__', 'One'), desired('b', 'Two')]
  const text = await written(place, wanted)
  expect(await written(place, wanted)).toBe(text)
  expect(outcomes(await carryOut(place, canonicalJson(JSON.parse(text))))).toEqual({ ['__proto__']: 'done', b: 'done' })
  expect(createSourcesGoal(wanted).scenarios).toHaveLength(2)
})

function withOtherText<Scenario extends { document?: unknown }>(scenario: Scenario): Scenario {
  return { ...scenario, document: desired('a', 'Other').document }
}
