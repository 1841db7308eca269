import { compareText } from '@scenewright/model/text'
import type { Want } from '../goals/goal.ts'
import { summary } from '../plan/plan.ts'
import type { Plan, PlanEntry, PlanReason } from '../plan/plan-types.ts'
import type { Step } from '../plan/steps.ts'
import type { ScenarioState, State } from '../state/state.ts'
import { readMany, type StateStore } from '../store/store.ts'
import { type Comparison, findHandEdit, type HandEdit, toWantedRecord } from './hand-edit.ts'
import { type ReadOptions, readRecords } from './read-records.ts'

/** The options for reading and comparing records. */
export interface RefreshOptions extends ReadOptions {
  readonly state: State
  readonly store: Pick<StateStore, 'getBlob' | 'name'>
}

interface PlanRefreshOptions extends RefreshOptions {
  /** Whether the plan is for the whole bot. */
  readonly isWhole: boolean
}

/** These are either not sent or overwritten in any case. */
const untouched: readonly PlanReason[] = ['unknown-open', 'rename-waits', 'held', 'stale', 'overwritten']

/**
 * The plan with the manual changes on the service: each of its records is read once, with an empty update. An edited
 * scenario is left unchanged, as in `apply`. A plan of the whole bot also gets the scenarios whose sources were removed
 * earlier, if somebody has activated them again.
 */
export async function refreshPlan(plan: Plan, { isWhole, ...options }: PlanRefreshOptions): Promise<Plan> {
  const planned = new Set(plan.entries.flatMap(({ key, renamedFrom = key }) => [key, renamedFrom]))
  const removed = isWhole ? Object.entries(options.state.scenarios).filter(([key]) => !planned.has(key)) : []
  const all: readonly PlanEntry[] = [
    ...plan.entries,
    ...removed.map(([key, before]) => ({ key, before, want: null, ...unchanged, reason: 'source-removed' as const })),
  ].sort((a, b) => compareText(a.key, b.key))
  const read = all.flatMap(({ key, before, want, document, reason, steps }) =>
    before === undefined || !isCompared(want, steps) || untouched.includes(reason)
      ? []
      : [{ key, entry: before, wanted: toWantedRecord(document, want), isRemoved: want === null }],
  )
  const edits = new Map((await findEdits(read, options)).map(({ key, edited }) => [key, edited]))
  const entries = all.flatMap(entry => {
    const edited = edits.get(entry.key)
    if (edited !== undefined) return blocked(entry, edited)
    return planned.has(entry.key) ? entry : []
  })
  return { ...plan, entries, ...summary(entries), isRefreshed: true }
}

/** Whether a plan for a scenario depends on its record: it is about to be sent, or it should be inactive already. */
function isCompared(want: Want | null, steps: readonly Step[]): boolean {
  return want === null ? steps.length === 0 : want.payloadHash !== undefined
}

/** A scenario whose record differs from the last deployed version. */
export interface EditedScenario {
  readonly key: string
  readonly entry: ScenarioState
  readonly edited: HandEdit
}

/** Returns the manual changes of all deployed scenarios, in the order of the keys. */
export async function readHandEdits(options: RefreshOptions): Promise<readonly EditedScenario[]> {
  const deployed = Object.entries(options.state.scenarios).sort(([a], [b]) => compareText(a, b))
  return findEdits(
    deployed.map(([key, entry]) => ({ key, entry, isRemoved: entry.tombstone !== undefined })),
    options,
  )
}

interface Compared extends Pick<EditedScenario, 'key' | 'entry'>, Pick<Comparison, 'wanted'> {
  readonly isRemoved: boolean
}

async function findEdits(
  wished: readonly Compared[],
  { state, store, ...options }: RefreshOptions,
): Promise<readonly EditedScenario[]> {
  const read = wished.flatMap(one => (one.entry.remote_id === undefined ? [] : [{ ...one, id: one.entry.remote_id }]))
  const records = await readRecords(
    read.map(({ id }) => id),
    options,
  )
  const found = await readMany(read, async ({ key, entry, wanted, isRemoved }, index) => {
    const found = await findHandEdit(records[index], { state, store, entry, ...(wanted && { wanted }) })
    const edited = isRemoved ? onlySwitchedOn(found) : found
    return edited === undefined ? [] : [{ key, entry, edited }]
  })
  return found.flat()
}

/** All that matters of a record whose source was removed. */
function onlySwitchedOn(found: HandEdit | undefined): HandEdit | undefined {
  return found?.kinds.includes('switched-on') ? { kinds: ['switched-on'] } : undefined
}

const unchanged = { action: 'none', steps: [] } as const

function blocked({ key, want, before, document }: PlanEntry, edited: HandEdit): PlanEntry {
  return {
    key,
    want,
    ...(before !== undefined && { before }),
    ...(document !== undefined && { document }),
    ...unchanged,
    reason: 'edited-by-hand',
    edited,
  }
}
