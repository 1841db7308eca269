import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { DesiredScenario } from '../src/index.ts'
import { type FakeService, startFakeService } from './fake-service.ts'
import { bundle } from './process/bundle.ts'
import { desired, settleMs, type Workplace, workplace } from './workplace.ts'

const before = [desired('changed', 'Old'), desired('removed', 'Gone')]
const wanted = [desired('changed', 'New'), desired('created', 'Fresh')]

/** A create that no state knows of beforehand could never be found again. */
function holdCreatesToTheirIntents(service: FakeService, statePath: string): void {
  service.fault = ({ kind, body }) => {
    if (kind !== 'create') return undefined
    const { title } = body.scenario as { title: string }
    const { scenarios } = JSON.parse(readFileSync(statePath, 'utf8'))
    expect(scenarios[title.replace('Title of ', '')]?.intent).toMatchObject({ kind: 'create', phase: 'prepared' })
    return undefined
  }
}

/** What a person does: looks into the service, and says what is there. */
async function answerFor(place: Workplace, service: FakeService): Promise<void> {
  for (const [key, { intent }] of Object.entries((await place.state()).scenarios)) {
    if (intent?.kind !== 'create') continue
    const made = [...service.records.values()].find(({ fields }) => fields.title === `Title of ${key}`)
    await place.resolve(
      key,
      made === undefined ? { kind: 'not-created' } : { kind: 'created', remoteId: made.unique_id },
    )
  }
}

async function expectDeployed(place: Workplace, service: FakeService, sources: readonly DesiredScenario[]) {
  expect((await place.plan(sources)).hasChanges).toBe(false)
  const titles = [...service.records.values()].map(({ fields }) => fields.title)
  expect(new Set(titles).size).toBe(titles.length)
  const known = Object.values((await place.state()).scenarios).map(({ remote_id }) => remote_id)
  expect(new Set(known)).toEqual(new Set(service.records.keys()))
}

test('killed between any two effects, a deploy goes on from its state to the end, with one record a key', async () => {
  const run = await bundle('deploy-and-die')
  let point = 1
  for (; point < 100; point += 1) {
    const service = await startFakeService()
    const place = await workplace(service.url)
    const folder = place.statePath.replace('/state/prod.json', '')
    await place.apply(before)
    holdCreatesToTheirIntents(service, place.statePath)
    const ended = await run(folder, service.url, String(point), JSON.stringify(wanted))
    if (ended.signal === null) {
      expect(ended.code).toBe(0)
      await expectDeployed(place, service, wanted)
      break
    }
    await place.apply(wanted)
    place.clock.now += 2 * settleMs
    await answerFor(place, service)
    expect((await place.apply(wanted)).verdict, `killed at ${point}`).toBe('done')
    await expectDeployed(place, service, wanted)
  }
  // Every effect was met: five requests, each with an intent, a receipt and a result around it.
  expect(point).toBeGreaterThan(5 * 4 * 2)
}, 120_000)
