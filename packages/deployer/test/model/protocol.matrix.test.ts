import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byTier } from '../../../../test/tier.ts'
import { recordsOf } from '../../src/state/changes.ts'
import { mutations } from './mutations.ts'
import { type Played, play } from './play.ts'

const runs = byTier({ once: 250, full: 20_000 })
/** More than it takes to find a duplicate; the first one ends them. */
const mutantRuns = 1000
/** A search that finds a duplicate within 50 runs, the same ones each time. */
const near = (name: string) => ({ seed: name === 'without checking whether a state was moved' ? 214 : 2 })

const choices = fc.array(fc.nat(99), { minLength: 1, maxLength: 240, size: 'max' })

test('in no order of events does a key get a second record, and each run terminates', async () => {
  let [steps, creates] = [0, 0]
  const moves = { moved: 0, adopted: 0, edited: 0 }
  const property = fc.asyncProperty(choices, async list => {
    const played = await play(list)
    expectOneRecordEach(played)
    expectDeployed(played)
    steps += played.steps
    const { world } = played
    creates += world.service.created.length
    if (world.wasMoved) moves.moved += 1
    if (world.adopted !== undefined) moves.adopted += 1
    if (world.wasEdited) moves.edited += 1
  })
  await fc.assert(property, { numRuns: runs })
  const { moved, adopted, edited } = moves
  console.log(
    `model of the protocol: ${runs} runs, ${steps} events, ${creates} records, no duplicate; ` +
      `in ${moved} the state moved, in ${adopted} a record was adopted, in ${edited} one was edited by hand`,
  )
  expect(Math.min(moved, adopted, edited)).toBeGreaterThan(0)
})

test.each(Object.keys(mutations))('%s, the same search finds duplicates', async name => {
  const property = fc.asyncProperty(choices, async list => {
    const { world, mayHaveSeveral } = await play(list, mutations[name])
    const { created } = world.service
    return mayHaveSeveral || new Set(created).size === created.length
  })
  const { failed, numRuns } = await fc.check(property, { numRuns: mutantRuns, endOnFailure: true, ...near(name) })
  console.log(`model of the protocol, ${name}: a duplicate in run ${numRuns}`)
  expect(failed).toBe(true)
})

/** Each record of the service is one key's, and known; a key that was never replaced has one, whatever renames there were. */
function expectOneRecordEach({ world, mayHaveSeveral }: Played): void {
  expect(world.broken).toEqual([])
  const { records, created } = world.service
  if (!mayHaveSeveral) expect(new Set(created).size, created.join()).toBe(created.length)
  const known = Object.values(world.state()?.scenarios ?? {}).flatMap(recordsOf)
  expect([...known].sort()).toEqual(
    records
      .map(({ id }) => id)
      .filter(id => id !== world.unadopted)
      .sort(),
  )
}

/** What was wanted last is published and on, nothing else is on, and there is nothing more to do. */
function expectDeployed({ world, sources, goal }: Played): void {
  const plan = world.plan(goal)
  expect(plan.hasChanges || plan.counts.waiting > 0, JSON.stringify(plan)).toBe(false)
  const scenarios = new Map(Object.entries(world.state()?.scenarios ?? {}))
  const { records } = world.service
  for (const { key, isActive, document } of sources) {
    const record = records.find(({ id }) => id === scenarios.get(key)?.remote_id)
    expect(record?.is_active).toBe(isActive)
    const published = record?.versions.find(({ status }) => status === 'PUBLISHED')
    expect(published?.definition).toEqual(document.scenario.definition)
  }
  const on = records.filter(one => one.is_active && one.id !== world.unadopted).length
  expect(on).toBe(sources.filter(({ isActive }) => isActive).length)
}
