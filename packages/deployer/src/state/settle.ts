import type { Intent, ScenarioState } from './state.ts'

/**
 * A scenario without its open request, which may or may not have taken effect: everything that the request would have
 * changed is unknown. A draft of an update then has no version, so that it is sent again.
 */
export function settle(entry: ScenarioState): ScenarioState {
  const { intent, ...rest } = entry
  if (intent === undefined) return entry
  if (intent.kind === 'update') {
    return { ...rest, draft: { payload_hash: intent.payload_hash, at: intent.prepared_at } }
  }
  return mayHaveSwitched(intent) ? { ...rest, is_active: null } : rest
}

function mayHaveSwitched({ kind, activate, record }: Intent): boolean {
  return (kind === 'activate' && record === undefined) || (kind === 'publish' && activate === true)
}
