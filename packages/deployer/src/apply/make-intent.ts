import type { PlanEntry } from '../plan/plan-types.ts'
import type { Intent, ScenarioState } from '../state/state.ts'
import type { Run } from './run.ts'
import type { Task } from './task.ts'

/** Creates the intent that the state records before a step is sent. */
export function makeIntent({ options }: Run, { plan, step, entry }: Task): Intent {
  const { now, environment, newId, run } = options
  const prepared = now()
  const sendBefore = prepared + environment.timeoutMs
  const isSwitch = step.kind === 'activate' || step.kind === 'deactivate'
  const versionId = step.kind === 'publish' ? entry?.draft?.version_id : undefined
  const record = step.kind === 'deactivate' ? step.record : undefined
  const layoutHash = plan.want?.layoutHash
  const { commit } = plan
  return {
    op_id: newId(),
    kind: step.kind === 'deactivate' ? 'activate' : step.kind,
    payload_hash: payloadHashOf(plan, entry),
    ...(layoutHash !== undefined && { layout_hash: layoutHash }),
    ...(versionId !== undefined && { version_id: versionId }),
    ...(step.kind === 'publish' && { activate: step.activate }),
    ...(isSwitch && { activate: step.kind === 'activate' }),
    ...(record !== undefined && { record }),
    run: run.id,
    ...(commit !== undefined && { commit }),
    prepared_at: new Date(prepared).toISOString(),
    send_before: new Date(sendBefore).toISOString(),
    settle_until: new Date(sendBefore + environment.settleMs).toISOString(),
    phase: 'prepared',
  }
}

/**
 * A scenario with a removed source is deactivated with the payload that was sent last; without one there is no payload.
 */
function payloadHashOf({ want }: PlanEntry, entry: ScenarioState | undefined): string {
  return want?.payloadHash ?? entry?.draft?.payload_hash ?? entry?.published?.payload_hash ?? '0'.repeat(64)
}
