import { canonicalJson } from '@scenewright/model/canonical-json'
import { isSettled } from '../plan/plan-scenario.ts'
import type { PlanEntry } from '../plan/plan-types.ts'
import { entryOf, withEntry, withJournal } from '../state/changes.ts'
import { settle } from '../state/settle.ts'
import type { JournalEntry, ScenarioState, State } from '../state/state.ts'
import { withLease } from './lease.ts'
import { changedMeanwhile } from './perform-step.ts'
import type { Run } from './run.ts'

/**
 * Writes the parts of a plan that change only the state before the first step: a new key, a source that is back, a
 * hold.
 */
export async function recordBefore(run: Run, plan: PlanEntry): Promise<ScenarioState | undefined> {
  const { key, hold } = plan
  const entry = await recordMove(run, plan)
  if (hold === undefined || entry === undefined) return entry
  const { who } = run.options.run
  const next = { ...entry, hold: { reason: hold, ...run.stamp(), ...(who !== undefined && { who }) } }
  const state = await run.writer.change(present => {
    if (entryOf(present, key)?.hold?.run === run.options.run.id) return present
    if (!isSame(entryOf(present, key), entry)) throw changedMeanwhile(key)
    return journalled(run, withEntry(withLease(present, run), key, next), { key, what: 'held', reason: hold })
  })
  run.emit({ event: 'recorded', key, what: 'held' })
  return entryOf(state, key)
}

async function recordMove(run: Run, plan: PlanEntry): Promise<ScenarioState | undefined> {
  const { key, renamedFrom, before } = plan
  if (before === undefined || (renamedFrom === undefined && plan.tombstone !== 'clear')) return before
  const { tombstone, ...rest } = before
  const kept = plan.tombstone === 'clear' ? rest : before
  const next = renamedFrom === undefined ? kept : { ...kept, former_keys: formerKeys(kept, renamedFrom, key) }
  const what = renamedFrom === undefined ? 'source-returned' : 'renamed'
  const from = renamedFrom ?? key
  const state = await run.writer.change(present => {
    if (isSame(entryOf(present, key), next)) return present
    if (!isSame(entryOf(present, from), before)) throw changedMeanwhile(from)
    if (from !== key && entryOf(present, key) !== undefined) throw changedMeanwhile(key)
    const moved = withEntry(withEntry(withLease(present, run), from, undefined), key, next)
    return journalled(run, moved, { key, what, ...(from !== key && { from }) })
  })
  run.emit({ event: 'recorded', key, what })
  return entryOf(state, key)
}

/** Records after the last step that the source was removed. */
export async function recordAfter(run: Run, plan: PlanEntry, entry: ScenarioState | undefined): Promise<void> {
  const { key, commit } = plan
  if (plan.tombstone !== 'set' || entry === undefined) return
  await run.writer.change(present => {
    const now = entryOf(present, key)
    if (now?.tombstone !== undefined) return present
    // The entry may be the result of our own earlier write, with a request that another run has opened since.
    const isOpen = now?.intent !== undefined && !isSettled(now.intent, run.options.now())
    if (isOpen || !isSame(now, entry)) throw changedMeanwhile(key)
    const gone = { ...settle(entry), tombstone: { ...run.stamp(), ...(commit !== undefined && { commit }) } }
    return journalled(run, withEntry(withLease(present, run), key, gone), { key, what: 'source-removed' })
  })
  run.emit({ event: 'recorded', key, what: 'source-removed' })
}

function formerKeys({ former_keys = [] }: ScenarioState, from: string, key: string): readonly string[] {
  return [from, ...former_keys.filter(former => former !== from && former !== key)]
}

function journalled(run: Run, state: State, entry: Pick<JournalEntry, 'key' | 'what' | 'from' | 'reason'>): State {
  return withJournal(state, { ...run.stamp(), ...entry })
}

function isSame(one: ScenarioState | undefined, other: ScenarioState | undefined): boolean {
  return canonicalJson(one) === canonicalJson(other)
}
