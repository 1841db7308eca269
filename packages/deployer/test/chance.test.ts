import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DesiredScenario } from '../src/index.ts'
import { type FakeService, type Fault, startFakeService } from './fake-service.ts'
import { desired, settleMs, type Workplace, workplace } from './workplace.ts'

const faults: readonly (Fault | undefined)[] = [
  undefined,
  undefined,
  { kind: 'reset', isDone: true },
  { kind: 'reset', isDone: false },
  { kind: 'status', status: 502, isDone: true },
  { kind: 'status', status: 400 },
  { kind: 'status', status: 503 },
  { kind: 'cut', length: 10 },
  { kind: 'answer', change: ({ unique_id }) => ({ unique_id }) },
  { kind: 'answer', change: () => 'nonsense' },
]

/** The third is the first under another key: its title, by which a person knows it, stays. */
const choices: readonly (readonly DesiredScenario[])[] = [
  [undefined],
  [desired('a', 'One')],
  [desired('a', 'Two', { isActive: false })],
  [{ ...desired('a', 'One'), key: 'c', renamedFrom: 'a' }],
].flatMap(([first]) =>
  [undefined, desired('b', 'One'), desired('b', 'Two')].map(second => [first, second].filter(one => one !== undefined)),
)

const round = fc.record({
  sources: fc.nat(choices.length - 1),
  faults: fc.array(fc.nat(faults.length - 1), { maxLength: 8 }),
  hasSettled: fc.boolean(),
  isAnswered: fc.boolean(),
})

/** A person says what the service shows, as soon as it is allowed. */
async function answerFor(place: Workplace, service: FakeService, wanted: readonly DesiredScenario[]): Promise<void> {
  for (const [key, { intent }] of Object.entries((await place.state()).scenarios)) {
    if (intent?.kind !== 'create') continue
    const title = wanted.find(one => one.key === key)?.document.scenario.title ?? `Title of ${key}`
    const known = new Set(Object.values((await place.state()).scenarios).map(({ remote_id }) => remote_id))
    const made = [...service.records.values()].find(
      ({ fields, unique_id }) => fields.title === title && !known.has(unique_id),
    )
    const isOver = place.clock.now >= Date.parse(intent.settle_until)
    if (made !== undefined) await place.resolve(key, { kind: 'created', remoteId: made.unique_id })
    else if (isOver) await place.resolve(key, { kind: 'not-created' })
  }
}

test('whatever goes wrong in whatever order, a key has one record, and the deploy comes to its end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 5 }), async rounds => {
      const service = await startFakeService()
      const place = await workplace(service.url)
      const ever = new Map<string, DesiredScenario>()
      try {
        for (const { sources, faults: chosen, hasSettled, isAnswered } of rounds) {
          const left = [...chosen]
          service.fault = () => faults[left.shift() ?? 0]
          const wanted = choices[sources] ?? []
          for (const one of wanted) ever.set(one.key, one)
          await place.apply(wanted, { retryDelaysMs: [] })
          if (hasSettled) place.clock.now += 2 * settleMs
          if (isAnswered && (await place.store.read()) !== null) await answerFor(place, service, [...ever.values()])
        }
        service.fault = () => undefined
        const wanted = choices[rounds.at(-1)?.sources ?? 0] ?? []
        for (let more = 0; more < 3; more += 1) {
          place.clock.now += 2 * settleMs
          await place.apply(wanted)
          if ((await place.store.read()) !== null) await answerFor(place, service, [...ever.values()])
        }
        const made = await place.plan(wanted)
        expect(made.hasChanges || made.counts.waiting > 0, JSON.stringify(made.entries)).toBe(false)
        await expectOneRecordEach(place, service, wanted)
      } finally {
        await service.close()
      }
    }),
    { numRuns: 25 },
  )
}, 120_000)

async function expectOneRecordEach(place: Workplace, service: FakeService, wanted: readonly DesiredScenario[]) {
  const scenarios = (await place.store.read()) === null ? {} : (await place.state()).scenarios
  const ids = Object.values(scenarios).map(({ remote_id }) => remote_id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(new Set(ids)).toEqual(new Set(service.records.keys()))
  for (const { key, isActive, document } of wanted) {
    const record = service.records.get(new Map(Object.entries(scenarios)).get(key)?.remote_id ?? '')
    expect(record?.is_active).toBe(isActive)
    const published = record?.versions.find(({ status }) => status === 'PUBLISHED')
    expect(published?.definition).toEqual(document.scenario.definition)
  }
  const active = [...service.records.values()].filter(({ is_active }) => is_active)
  expect(active).toHaveLength(wanted.filter(({ isActive }) => isActive).length)
}
