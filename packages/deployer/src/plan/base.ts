import { canonicalHash } from '@scenewright/model/canonical-json'
import type { Want } from '../goals/goal.ts'
import type { ScenarioState } from '../state/state.ts'

/**
 * Stands for what a plan is made on: what is published of a scenario, what waits to be, and whether it is on. What a
 * plan is about to send does not count, so that a plan that was carried out in part can be carried on with.
 */
export function baseOf(entry: ScenarioState | undefined, want: Want | null): string {
  return hashOf(entry, want, entry?.is_active ?? false)
}

/** Whether a scenario is still as it was when `base` was taken, or on its way from there to what is wanted. */
export function isFresh(base: string, entry: ScenarioState | undefined, want: Want | null): boolean {
  if (baseOf(entry, want) === base) return true
  const isActive = want === null ? false : want.isActive
  // Off first, then changed: it may have been switched already.
  return isActive !== undefined && entry?.is_active === isActive && hashOf(entry, want, !isActive) === base
}

function hashOf(entry: ScenarioState | undefined, want: Want | null, isActive: boolean | null): string {
  const draft = entry?.draft?.payload_hash
  return canonicalHash({
    published: entry?.published?.version_id ?? null,
    draft: draft === undefined || draft === want?.payloadHash ? null : draft,
    is_active: isActive,
  })
}
