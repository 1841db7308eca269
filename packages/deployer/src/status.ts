import { compareText } from '@scenewright/model/text'
import { isSettled } from './plan/plan-scenario.ts'
import type { Draft, Hold, Intent, Lease, Published, ScenarioState, State } from './state/state.ts'

/** The contents of an environment, according to its state. */
export interface Status {
  readonly environment: State['environment']
  readonly lineage: string
  readonly serial: number
  /** The active run; `isLive` is false if its last heartbeat is too old. */
  readonly lease?: Lease & { readonly isLive: boolean }
  /** In the order of the keys. */
  readonly scenarios: readonly ScenarioStatus[]
}

/** The deployed version of one scenario, its time, and its open request. */
export interface ScenarioStatus {
  readonly key: string
  readonly remoteId?: string
  /** Null if a request that would have changed it was never answered. */
  readonly isActive: boolean | null
  readonly published?: Published
  /** The version sent last, if it is not published. */
  readonly draft?: Draft
  /** `waitsFor` is who closes it: a person, the end of the settle window, or the next apply. */
  readonly open?: Intent & { readonly waitsFor: 'person' | 'time' | 'apply' }
  readonly removedAt?: string
  /** It is held until it is released. */
  readonly hold?: Hold
  /** Records that this one has replaced and that may still be active. */
  readonly stillOn?: readonly string[]
}

/** Summarizes a state. `now`: milliseconds since 1970. */
export function status({ environment, lineage, serial, lease, scenarios }: State, now: number): Status {
  return {
    environment,
    lineage,
    serial,
    ...(lease !== undefined && { lease: { ...lease, isLive: now < Date.parse(lease.heartbeat) + lease.ttl_ms } }),
    scenarios: Object.entries(scenarios)
      .map(([key, entry]) => scenarioStatus(key, entry, now))
      .sort((a, b) => compareText(a.key, b.key)),
  }
}

function scenarioStatus(key: string, entry: ScenarioState, now: number): ScenarioStatus {
  const { remote_id, is_active, published, draft, intent, tombstone, hold, replaced = [] } = entry
  const stillOn = replaced.filter(record => record.is_active).map(record => record.remote_id)
  return {
    key,
    ...(remote_id !== undefined && { remoteId: remote_id }),
    isActive: is_active,
    ...(published !== undefined && { published }),
    ...(draft !== undefined && { draft }),
    ...(intent !== undefined && { open: { ...intent, waitsFor: waitsFor(intent, now) } }),
    ...(tombstone !== undefined && { removedAt: tombstone.at }),
    ...(hold !== undefined && { hold }),
    ...(stillOn.length > 0 && { stillOn }),
  }
}

function waitsFor(intent: Intent, now: number): 'person' | 'time' | 'apply' {
  if (intent.kind === 'create') return 'person'
  return isSettled(intent, now) ? 'apply' : 'time'
}
