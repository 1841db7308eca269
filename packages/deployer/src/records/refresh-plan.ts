import { compareText } from '@scenewright/model/text'
import { summary } from '../plan/plan.ts'
import type { Plan, PlanEntry, PlanReason } from '../plan/plan-types.ts'
import type { ScenarioState, State } from '../state/state.ts'
import type { StateStore } from '../store/store.ts'
import { type Comparison, findHandEdit, type HandEdit, toWantedRecord } from './hand-edit.ts'
import { type ReadOptions, readRecords } from './read-records.ts'

/** The options for reading and comparing records. */
export interface RefreshOptions extends ReadOptions {
  readonly state: State
  readonly store: Pick<StateStore, 'getBlob' | 'name'>
}

/** These are either not sent or overwritten in any case. */
const untouched: readonly PlanReason[] = ['unknown-open', 'rename-waits', 'held', 'stale', 'overwritten']

/**
 * The plan with the manual changes on the service: each of its records is read once, with an empty update. An edited
 * scenario is left unchanged, as in `apply`.
 */
export async function refreshPlan(plan: Plan, options: RefreshOptions): Promise<Plan> {
  const read = plan.entries.flatMap(({ key, before, want, document, reason }) =>
    before === undefined || want?.payloadHash === undefined || untouched.includes(reason)
      ? []
      : [{ key, entry: before, wanted: toWantedRecord(document, want) }],
  )
  const edits = new Map((await findEdits(read, options)).map(({ key, edited }) => [key, edited]))
  const entries = plan.entries.map(entry => {
    const edited = edits.get(entry.key)
    return edited === undefined ? entry : blocked(entry, edited)
  })
  return { ...plan, entries, ...summary(entries), isRefreshed: true }
}

/** A scenario whose record differs from the last deployed version. */
export interface EditedScenario {
  readonly key: string
  readonly entry: ScenarioState
  readonly edited: HandEdit
}

/** Returns the manual changes of all deployed scenarios, in the order of the keys. Removed sources are left out. */
export async function readHandEdits(options: RefreshOptions): Promise<readonly EditedScenario[]> {
  const live = Object.entries(options.state.scenarios)
    .filter(([, { tombstone }]) => tombstone === undefined)
    .sort(([a], [b]) => compareText(a, b))
  return findEdits(
    live.map(([key, entry]) => ({ key, entry })),
    options,
  )
}

async function findEdits(
  wished: readonly (Pick<EditedScenario, 'key' | 'entry'> & Pick<Comparison, 'wanted'>)[],
  { state, store, ...options }: RefreshOptions,
): Promise<readonly EditedScenario[]> {
  const read = wished.flatMap(one => (one.entry.remote_id === undefined ? [] : [{ ...one, id: one.entry.remote_id }]))
  const records = await readRecords(
    read.map(({ id }) => id),
    options,
  )
  const found = await Promise.all(
    read.map(async ({ key, entry, wanted }, index) => {
      const edited = await findHandEdit(records[index], { state, store, entry, ...(wanted && { wanted }) })
      return edited === undefined ? [] : [{ key, entry, edited }]
    }),
  )
  return found.flat()
}

function blocked({ key, want, before, document }: PlanEntry, edited: HandEdit): PlanEntry {
  return {
    key,
    want,
    ...(before !== undefined && { before }),
    ...(document !== undefined && { document }),
    action: 'none',
    reason: 'edited-by-hand',
    steps: [],
    edited,
  }
}
