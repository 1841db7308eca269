import { OperationError } from '@scenewright/model'
import { compareText, nearest } from '@scenewright/model/text'
import type { TargetEnvironment } from '../environment.ts'
import type { Goal } from '../goals/goal.ts'
import { applyReceipts, checkReceipts } from '../state/apply-receipts.ts'
import type { Receipt, VoidReceipt } from '../state/receipt.ts'
import type { ScenarioState, State } from '../state/state.ts'
import { checkTarget } from './check-target.ts'
import { planScenario } from './plan-scenario.ts'
import type { Plan, PlanCounts, PlanEntry, PlanJson } from './plan-types.ts'
import { findHolders, renames } from './renames.ts'

/** The input of a plan. */
export interface PlanInput {
  /** The receipts on this machine. They close open requests in the state, and can prove that the state is too old. */
  readonly receipts?: readonly (Receipt | VoidReceipt)[]
  /** Null if there is none yet. */
  readonly state: State | null
  readonly goal: Goal
  readonly environment: TargetEnvironment
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Plans the steps that bring the service to the goal. A missing or foreign state is an OperationError `state`;
 * scenarios that cannot be distinguished are an OperationError `sources`.
 */
export function plan({ state: stored, goal, environment, now, receipts = [] }: PlanInput): Plan {
  checkTarget(stored, environment)
  checkReceipts(stored, receipts, environment)
  const state = stored && applyReceipts(stored, receipts)
  const entries = planEntries(new Map(Object.entries(state?.scenarios ?? {})), goal, now)
  const { name, url, bot } = environment
  const applied = state === null ? undefined : lastApplied(state)
  const deployed = state?.deploys?.findLast(({ commit, is_partial }) => commit !== undefined && !is_partial)
  return {
    environment: { name, url, bot },
    ...(state !== null && { lineage: state.lineage }),
    serial: state?.serial ?? 0,
    known: Object.keys(state?.scenarios ?? {}).length,
    ...(applied !== undefined && { applied }),
    ...(deployed !== undefined && { deployed }),
    entries,
    ...summary(entries),
  }
}

/** Summarizes the entries of a plan. */
export function summary(entries: readonly PlanEntry[]): Pick<Plan, 'counts' | 'hasChanges'> {
  return { counts: countEntries(entries), hasChanges: entries.some(isChange) }
}

/** The plan for programs: one action per scenario, its first step. */
export function planJson({ environment, serial, entries }: Plan): PlanJson {
  return {
    environment: environment.name,
    serial,
    actions: entries.map(({ key, action, reason }) => ({ key, action, reason })),
  }
}

/** Whether an apply has anything to do for a scenario: a request, or a change of the state. */
export function isChange(entry: PlanEntry): boolean {
  return entry.steps.length > 0 || isRecorded(entry)
}

function planEntries(before: ReadonlyMap<string, ScenarioState>, goal: Goal, now: number): readonly PlanEntry[] {
  const moved = renames(goal, before)
  const { isByHand = false } = goal
  const overwritten = overwrittenKeys(goal, before, moved)
  const subjectOf = (key: string) => {
    return { key, want: null, before: before.get(key), now, isOverwritten: overwritten.has(key) }
  }
  const wanted = goal.scenarios.map(one => {
    const renamedFrom = moved.get(one.key)
    const isOverwritten = overwritten.has(one.key)
    const shared = { ...one, before: before.get(renamedFrom ?? one.key), now, isByHand, isOverwritten }
    return planScenario({ ...shared, ...(renamedFrom !== undefined && { renamedFrom }) })
  })
  const keys = new Set([...goal.scenarios.map(({ key }) => key), ...moved.values()])
  const removed = goal.isWhole ? [...before.keys()].filter(key => !keys.has(key)) : []
  const held = wanted.flatMap(({ reason, renamedFrom = '' }) => (reason === 'rename-waits' ? [renamedFrom] : []))
  return [
    ...wanted,
    ...removed.map(key => planScenario(subjectOf(key))).filter(isWorthShowing),
    ...held.map(key => planScenario(subjectOf(key))),
  ].sort((a, b) => compareText(a.key, b.key))
}

/** The keys of the scenarios to overwrite, of which some may be named by a key from before a rename. */
function overwrittenKeys(
  { scenarios, overwrite = [], isWhole }: Goal,
  before: ReadonlyMap<string, ScenarioState>,
  moved: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const wanted = scenarios.map(({ key }) => key)
  const keys = [...wanted, ...(isWhole ? before.keys() : [])]
  const present = new Map(Array.from(moved, ([key, from]) => [from, key]))
  const named = overwrite.map(key => {
    const [holder = key] = wanted.includes(key) ? [] : findHolders(key, before)
    return { key, found: present.get(holder) ?? holder }
  })
  const unknown = named.find(({ found }) => !keys.includes(found))?.key
  if (unknown === undefined) return new Set(named.map(({ found }) => found))
  const near = nearest(unknown, keys)
  throw new OperationError('usage', `--overwrite names "${unknown}", which is not part of this deploy`, {
    help: near === undefined ? 'name a key that this deploy contains' : `did you mean "${near}"?`,
  })
}

/** The last change: when, by which run, and the commit that this run deployed. */
function lastApplied({ journal, deploys = [] }: State): Plan['applied'] {
  const last = journal.entries.at(-1)
  if (last === undefined) return undefined
  const commit = deploys.find(({ run }) => run === last.run)?.commit
  return { at: last.at, run: last.run, ...(commit !== undefined && { commit }) }
}

/** A source that was removed earlier is not reported. */
function isWorthShowing({ action, tombstone, reason }: PlanEntry): boolean {
  return action !== 'none' || tombstone !== undefined || reason === 'held'
}

/** Nothing is recorded for these until somebody has acted. */
const waiting: readonly PlanEntry['reason'][] = ['rename-waits', 'held', 'edited-by-hand']

function isEdited({ reason }: PlanEntry): boolean {
  return reason === 'edited-by-hand'
}

function isRecorded({ action, renamedFrom, reason, tombstone, hold }: PlanEntry): boolean {
  if ((action !== 'none' && action !== 'unknown') || waiting.includes(reason)) return false
  return tombstone !== undefined || renamedFrom !== undefined || hold !== undefined
}

function countEntries(entries: readonly PlanEntry[]): PlanCounts {
  const of = (action: PlanEntry['action']) => entries.filter(entry => entry.action === action).length
  const recorded = entries.filter(entry => entry.action === 'none' && isRecorded(entry)).length
  const stale = entries.filter(({ reason }) => reason === 'stale').length
  const held = entries.filter(({ reason }) => reason === 'held').length
  const edited = entries.filter(isEdited).length
  return {
    create: of('create'),
    update: of('update'),
    publish: of('publish'),
    activate: of('activate'),
    deactivate: of('deactivate'),
    waiting: of('unknown'),
    stale,
    held,
    edited,
    recorded,
    unchanged: of('none') - recorded - stale - held - edited,
  }
}
