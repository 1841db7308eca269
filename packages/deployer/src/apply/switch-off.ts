import { ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import type { PlanEntry } from '../plan/plan-types.ts'
import { entryOf, withEntry, withJournal } from '../state/changes.ts'
import { settle } from '../state/settle.ts'
import type { Intent, ScenarioState, State } from '../state/state.ts'
import { withLease } from './lease.ts'
import { makeIntent } from './make-intent.ts'
import { changedMeanwhile } from './perform-step.ts'
import type { Run } from './run.ts'
import { sendStep } from './send-step.ts'

/**
 * Deactivates a scenario whose last request is still open, since in an incident a person cannot wait for its answer.
 * That request may yet take effect, so it stays open, and at least as long as this one may. Rejects with an
 * OperationError if the scenario may still be active.
 */
export async function switchOff(run: Run, plan: PlanEntry, entry: ScenarioState): Promise<void> {
  const { key } = plan
  const { intent } = entry
  if (intent === undefined) return
  const step = { kind: 'deactivate' } as const
  const { op_id, send_before, settle_until } = makeIntent(run, { plan, step, entry })
  const sent = {
    ...entry,
    is_active: null,
    intent: { ...intent, settle_until: later(intent.settle_until, settle_until) },
  }
  await run.writer.change(change(run, key, { from: entry, to: sent }))
  if (run.options.now() > Date.parse(send_before)) throw failed(key, 'it is too late to send it')
  const { client, environment } = run.options
  const task = { client, bot: environment.bot, entry, document: undefined, earlier: [], call: { signal: run.giveUp } }
  run.emit({ event: 'sending', key, step: step.kind, op_id, at: run.stamp().at })
  try {
    await run.requests.through(() => sendStep(step, task))
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    throw failed(key, error.message)
  }
  const to = { ...entry, is_active: settle({ ...entry, is_active: false }).is_active }
  await run.writer.change(change(run, key, { from: sent, to, what: 'switched-off' }))
}

interface Edit {
  readonly from: ScenarioState
  readonly to: ScenarioState
  readonly what?: 'switched-off'
}

function change(run: Run, key: string, { from, to, what }: Edit) {
  return (state: State): State => {
    const present = entryOf(state, key)
    // Our change is already there: the reply to the write was lost.
    if (canonicalJson(present) === canonicalJson(to)) return state
    if (canonicalJson(present) !== canonicalJson(from)) throw changedMeanwhile(key, present)
    const next = withEntry(withLease(state, run), key, to)
    return what === undefined ? next : withJournal(next, { ...run.stamp(), key, what })
  }
}

function later(one: Intent['settle_until'], other: Intent['settle_until']): Intent['settle_until'] {
  return Date.parse(one) > Date.parse(other) ? one : other
}

function failed(key: string, why: string): OperationError {
  return new OperationError('network', `"${key}" may still be active: ${why}`, { help: 'run the command again' })
}
