import { canonicalHash } from '@scenewright/model/canonical-json'
import type { Want } from '../goals/goal.ts'
import type { ScenarioState } from '../state/state.ts'

/**
 * A hash of the facts that a plan is based on: the published version of a scenario, the pending draft, whether it is
 * active, and how often it was switched. What a plan is about to send is not included, so that a partly applied plan can
 * be continued.
 */
export function hashBase(entry: ScenarioState | undefined, want: Want | null): string {
  return hashFacts(entry, want, { isActive: entry?.is_active ?? false, switches: countSwitches(entry) })
}

/** Whether a scenario is unchanged since `base` was computed, or in transition from there to the goal. */
export function isFresh(base: string, entry: ScenarioState | undefined, want: Want | null): boolean {
  if (hashBase(entry, want) === base) return true
  const isActive = want === null ? false : want.isActive
  // Deactivated first, then changed: it may already have been deactivated.
  if (isActive === undefined || entry?.is_active !== isActive) return false
  return hashFacts(entry, want, { isActive: !isActive, switches: countSwitches(entry) - 1 }) === base
}

function countSwitches(entry: ScenarioState | undefined): number {
  return entry?.switched?.count ?? 0
}

interface Activity {
  readonly isActive: boolean | null
  readonly switches: number
}

function hashFacts(entry: ScenarioState | undefined, want: Want | null, { isActive, switches }: Activity): string {
  const draft = entry?.draft?.payload_hash
  return canonicalHash({
    published: entry?.published?.version_id ?? null,
    draft: draft === undefined || draft === want?.payloadHash ? null : draft,
    is_active: isActive,
    // A plan file of an older version does not count them.
    ...(switches > 0 && { switches }),
  })
}
