import { ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import { entryOf, switched, switchedBy, withEntry, withJournal } from '../state/changes.ts'
import { settle } from '../state/settle.ts'
import type { Intent, ScenarioState, State } from '../state/state.ts'
import { withLease } from './lease.ts'
import { makeIntent } from './make-intent.ts'
import { changedMeanwhile } from './perform-step.ts'
import type { Run } from './run.ts'
import { sendStep } from './send-step.ts'
import type { Task } from './task.ts'

/**
 * Deactivates a record of a scenario whose last request is still open, since in an incident a person cannot wait for its
 * answer. That request may yet take effect, so it stays open, and at least as long as this one may. Resolves with the
 * new entry. Rejects with an OperationError if the record may still be active.
 */
export async function switchOff(run: Run, { plan, step, entry }: Task): Promise<ScenarioState | undefined> {
  const { key } = plan
  if (entry?.intent === undefined) return entry
  const { intent } = entry
  const { op_id, send_before, settle_until, record } = makeIntent(run, { plan, step, entry })
  const sent = {
    ...entry,
    ...(record === undefined && { is_active: null }),
    intent: { ...intent, settle_until: later(intent.settle_until, settle_until) },
  }
  await run.writer.change(change(run, key, { from: entry, to: sent }))
  if (run.options.now() > Date.parse(send_before)) throw failed(key, 'it is too late to send it')
  const { client, environment } = run.options
  const task = { client, bot: environment.bot, entry, document: undefined, earlier: [], call: { signal: run.giveUp } }
  run.emit({ event: 'sending', key, step: step.kind, op_id, at: run.stamp().at })
  const { remoteId } = await run.requests
    .through(() => sendStep(step, task))
    .catch(error => {
      if (!(error instanceof ServiceError)) throw error
      throw failed(key, error.message)
    })
  const to = switchedOff(entry, record)
  await run.writer.change(change(run, key, { from: sent, to, remoteId }))
  return to
}

/** What the open request may still change is unknown: it is sent again after the settle window, which closes it. */
function switchedOff(entry: ScenarioState, record: string | undefined): ScenarioState {
  if (record !== undefined) return { ...entry, replaced: switched(entry, record, entry.intent?.record === record) }
  return { ...entry, ...switchedBy(entry), is_active: settle({ ...entry, is_active: false }).is_active }
}

interface Edit {
  readonly from: ScenarioState
  readonly to: ScenarioState
  /** The record that was deactivated. */
  readonly remoteId?: string
}

function change(run: Run, key: string, { from, to, remoteId }: Edit) {
  return (state: State): State => {
    const present = entryOf(state, key)
    // Our change is already there: the reply to the write was lost.
    if (canonicalJson(present) === canonicalJson(to)) return state
    if (canonicalJson(present) !== canonicalJson(from)) throw changedMeanwhile(key, present)
    const next = withEntry(withLease(state, run), key, to)
    if (remoteId === undefined) return next
    return withJournal(next, { ...run.stamp(), key, what: 'switched-off', remote_id: remoteId })
  }
}

function later(one: Intent['settle_until'], other: Intent['settle_until']): Intent['settle_until'] {
  return Date.parse(one) > Date.parse(other) ? one : other
}

function failed(key: string, why: string): OperationError {
  return new OperationError('network', `"${key}" may still be active: ${why}`, { help: 'run the command again' })
}
