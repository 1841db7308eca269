import { compareText, OperationError } from '@scenewright/model'
import { type DesiredScenario, wantOf } from '../desired.ts'
import type { TargetEnvironment } from '../environment.ts'
import type { Receipt } from '../state/receipt.ts'
import type { State } from '../state/state.ts'
import { adoptReceipts, checkReceipts } from '../state/use-receipts.ts'
import { checkTarget } from './check-target.ts'
import { planScenario } from './plan-scenario.ts'
import type { Plan, PlanCounts, PlanEntry, PlanJson } from './plan-types.ts'
import { renames } from './renames.ts'

/** What a plan is made of. */
export interface PlanInput {
  /** What the receipts of this machine say; it closes what the state has open, and may prove the state too old. */
  readonly receipts?: readonly Receipt[]
  /** Null where there is none yet. */
  readonly state: State | null
  readonly desired: readonly DesiredScenario[]
  readonly environment: TargetEnvironment
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * What has to be done so that the service holds what the sources want. A missing or foreign state is an
 * OperationError `state`; sources that cannot be told apart one of the code `sources`.
 */
export function plan({ state: stored, desired, environment, now, receipts = [] }: PlanInput): Plan {
  checkTarget(stored, environment)
  checkReceipts(stored, receipts, environment)
  const state = stored && adoptReceipts(stored, receipts)
  refuseTwins(desired)
  const before = new Map(Object.entries(state?.scenarios ?? {}))
  const moved = renames(desired, before)
  const leaving = new Set(moved.values())
  const wanted = desired.map(one => {
    const renamedFrom = moved.get(one.key)
    return planScenario({
      key: one.key,
      desired: one,
      want: wantOf(one),
      before: before.get(renamedFrom ?? one.key),
      ...(renamedFrom !== undefined && { renamedFrom }),
      now,
    })
  })
  const keys = new Set(desired.map(({ key }) => key))
  const removed = [...before].flatMap(([key, entry]) =>
    keys.has(key) || leaving.has(key) ? [] : [planScenario({ key, want: null, before: entry, now })],
  )
  const held = wanted.flatMap(({ reason, renamedFrom, before: entry }) =>
    reason === 'rename-waits' && renamedFrom !== undefined
      ? [planScenario({ key: renamedFrom, want: null, before: entry, now })]
      : [],
  )
  const entries = [...wanted, ...removed.filter(isWorthShowing), ...held].sort((a, b) => compareText(a.key, b.key))
  const { name, url, bot } = environment
  const last = state?.journal.entries.at(-1)
  const counts = countEntries(entries)
  return {
    environment: { name, url, bot },
    serial: state?.serial ?? 0,
    ...(last !== undefined && { applied: { at: last.at, run: last.run } }),
    entries,
    counts,
    hasChanges: entries.some(isChange),
  }
}

/** The plan for programs: one action a scenario, its first step. */
export function planJson({ environment, serial, entries }: Plan): PlanJson {
  return {
    environment: environment.name,
    serial,
    actions: entries.map(({ key, action, reason }) => ({ key, action, reason })),
  }
}

function refuseTwins(desired: readonly DesiredScenario[]): void {
  const keys = new Set<string>()
  for (const { key } of desired) {
    if (keys.has(key)) throw new OperationError('sources', `two sources have the key "${key}"`)
    keys.add(key)
  }
}

/** A source that went long ago is not news. */
function isWorthShowing(entry: PlanEntry): boolean {
  return entry.action !== 'none' || entry.tombstone !== undefined
}

function isRecorded({ action, renamedFrom, reason, tombstone }: PlanEntry): boolean {
  return action === 'none' && (tombstone !== undefined || (renamedFrom !== undefined && reason !== 'rename-waits'))
}

function isChange(entry: PlanEntry): boolean {
  return entry.steps.length > 0 || isRecorded(entry)
}

function countEntries(entries: readonly PlanEntry[]): PlanCounts {
  const of = (action: PlanEntry['action']) => entries.filter(entry => entry.action === action).length
  const recorded = entries.filter(isRecorded).length
  return {
    create: of('create'),
    update: of('update'),
    publish: of('publish'),
    activate: of('activate'),
    deactivate: of('deactivate'),
    waiting: of('unknown'),
    recorded,
    unchanged: of('none') - recorded,
  }
}
