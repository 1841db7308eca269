import { ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { canonicalJson, toPayload } from '@scenewright/model/canonical-json'
import type { Goal } from '../goals/goal.ts'
import { isSettled } from '../plan/plan-scenario.ts'
import { isRenamed } from '../plan/renames.ts'
import { type HandEdit, handEditText } from '../records/hand-edit.ts'
import { isRejected } from '../records/read-records.ts'
import { addIntent, dropIntent, entryOf, markUnknown, withoutIntent } from '../state/changes.ts'
import type { Evidence, Intent, ScenarioState, State } from '../state/state.ts'
import type { Change } from '../store/state-writer.ts'
import { awaitRetry, NotCarriedOut, stopIfFailed } from './await-retry.ts'
import { withLease } from './lease.ts'
import { makeIntent } from './make-intent.ts'
import { isNetwork, recordAnswer } from './record-answer.ts'
import type { Run } from './run.ts'
import { type Answered, sendStep } from './send-step.ts'
import { StepEnd, type Task } from './task.ts'

/** The payloads that the service may have for a scenario; undefined for a payload that is unknown. */
type Earlier = readonly (unknown | undefined)[]

/**
 * Performs one step: records the intent in the state, sends the request once, writes a receipt, records the result in
 * the state. Resolves with the new state. Throws a StepEnd, already recorded, if the scenario cannot continue.
 */
export async function performStep(run: Run, task: Task): Promise<ScenarioState> {
  const isCreate = task.step.kind === 'create'
  await keepPayload(run, task)
  const earlier = await earlierPayloads(run, task)
  let { entry } = task
  for (let attempt = 0; ; attempt += 1) {
    const tried = () => tryOnce(run, { ...task, entry }, { earlier, attempt })
    const { intent, answer, open, lineage, serial } = await (isCreate
      ? run.creates.through(tried, run.writer.aside)
      : tried())
    if (!(answer instanceof NotCarriedOut)) return recordAnswer(run, task, { intent, answer, lineage, serial })
    await orNote(run, task, { intent, what: answer.what }, run.writer.change(drop(run, intent, answer)))
    // Only a person can decide to create it again; a deactivated record may be gone.
    if (!isCreate && isRejected(answer.error, 404)) throw recordGone(run, task.plan.key)
    // Not based on the present state: a record that another run has created meanwhile would look like one of this step.
    entry = open && withoutIntent(open)
    await awaitRetry(run, task, answer, attempt)
  }
}

/** Records in the state what is about to be sent, and sends it. */
async function tryOnce(run: Run, task: Task, { earlier, attempt }: { earlier: Earlier; attempt: number }) {
  const stopped = run.stopped()
  if (stopped !== undefined) throw new StepEnd('skipped', stopped)
  const intent = makeIntent(run, task)
  const isAlone = intent.kind === 'create'
  const written = run.writer.change(prepare(run, task, intent), { isAlone })
  const prepared = await orNote(run, task, { intent, what: 'not-sent' }, written)
  const open = entryOf(prepared, task.plan.key)
  const answer = await run.requests.through(async () => {
    const sent = await send(run, { ...task, entry: open }, { intent, earlier })
    const isFailed = sent instanceof NotCarriedOut || sent instanceof ServiceError
    if (isFailed) stopIfFailed(run, task.plan.key, sent, attempt)
    return sent
  })
  if (answer instanceof ServiceError) throw await noteUnknown(run, task, intent, answer)
  return { intent, answer, open, lineage: prepared.lineage, serial: prepared.serial }
}

/** If the state backend fails, the state may contain a request that had no effect: the next run is to know that. */
async function orNote(
  run: Run,
  { plan: { key } }: Task,
  { intent, what }: { readonly intent: Intent; readonly what: NotCarriedOut['what'] },
  written: Promise<State>,
): Promise<State> {
  try {
    return await written
  } catch (error) {
    const { op_id, kind } = intent
    const note = { op_id, key, kind, what, ...run.stamp(), environment: run.options.environment.name }
    // Without the note, the next run takes the request for one that may have been sent.
    if (isNetwork(error)) await run.options.receipts.append(note).catch(() => undefined)
    throw error
  }
}

function prepare(run: Run, { plan, entry }: Task, intent: Intent): Change {
  return state => {
    // Our change is already there: the reply to the write was lost.
    const present = entryOf(state, plan.key)
    if (present?.intent?.op_id === intent.op_id) return state
    // The entry may be the result of our own earlier write, with a request that another run has opened since.
    const isBlocked = present?.intent !== undefined && !isSettled(present.intent, run.options.now())
    const isMoved = present === undefined && isRenamed(run.options.goal, state, plan.key)
    if (isBlocked || isMoved || canonicalJson(present) !== canonicalJson(entry)) {
      throw changedMeanwhile(plan.key, present)
    }
    return addIntent(withLease(state, run), plan.key, intent, plan.formerKeys)
  }
}

/** Ends the work on a scenario whose record the service no longer has. */
export function recordGone({ options: { environment } }: Run, key: string): StepEnd {
  const edited: HandEdit = { kinds: ['gone'] }
  return new StepEnd(
    'conflict',
    `"${key}" was edited by hand on the service: ${handEditText(edited)}`,
    `\`scenewright apply --env ${environment.name} --overwrite ${key}\` creates it again, as a new record`,
    { edited },
  )
}

/** The error for a conflict with another run. */
export function changedMeanwhile(key: string, present?: ScenarioState): OperationError {
  return present?.intent === undefined
    ? new OperationError('state', `another run changed "${key}" in the meantime`, { help: 'create a new plan' })
    : new OperationError('person', `the run ${present.intent.run} has an open request for "${key}"`, {
        help: 'wait until it ends; the next plan shows requests that are still open',
      })
}

/** A ServiceError whose effect is unknown. */
async function send(
  run: Run,
  { plan, step, entry }: Task,
  { intent, earlier }: { readonly intent: Intent; readonly earlier: Earlier },
): Promise<Answered | NotCarriedOut | ServiceError> {
  const { now, client, environment } = run.options
  // The machine may have been suspended: the request would arrive when others consider it settled.
  if (now() > Date.parse(intent.send_before)) return withdrawn('it is too late to send it')
  const stopped = run.stopped()
  if (stopped !== undefined) return withdrawn(stopped)
  const { key, document } = plan
  run.emit({ event: 'sending', key, step: step.kind, op_id: intent.op_id, at: run.stamp().at })
  try {
    return await sendStep(step, {
      client,
      bot: environment.bot,
      entry,
      document,
      earlier,
      call: { signal: run.giveUp },
    })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.outcome === 'not-sent' || error.outcome === 'rejected') return new NotCarriedOut(error.outcome, error)
    const remoteId = step.kind === 'create' ? error.remoteId : entry?.remote_id
    if (error.outcome === 'applied-unreadable' && remoteId !== undefined) return { remoteId, isCut: true }
    return error
  }
}

function withdrawn(why: string): NotCarriedOut {
  return new NotCarriedOut('withdrawn', new OperationError('network', `nothing was sent: ${why}`))
}

function drop(run: Run, { op_id }: Intent, { what, error }: NotCarriedOut): Change {
  const status = error instanceof ServiceError ? error.status : undefined
  return state => dropIntent(state, op_id, run.stamp(), { what, ...(status !== undefined && { status }) })
}

async function noteUnknown(run: Run, { plan, step }: Task, intent: Intent, error: ServiceError): Promise<StepEnd> {
  const evidence: Evidence = {
    ...(error.status !== undefined && { status: error.status }),
    message: error.message.slice(0, 300),
    ...(error.bodyPrefix !== undefined && { body_prefix: error.bodyPrefix }),
  }
  const phase = error.outcome === 'applied-unreadable' ? 'created-id-lost' : 'unknown'
  const { op_id, settle_until } = intent
  run.emit({ event: 'unknown', key: plan.key, step: step.kind, op_id, settle_until, evidence })
  // Its intent is in the state in any case: without the evidence, it is open all the same.
  const unmarked = await run.writer
    .change(state => markUnknown(state, op_id, run.stamp(), { phase, evidence }))
    .then(() => undefined, unusable)
  const help =
    step.kind === 'create'
      ? resolveHelp(plan.key, run.options.environment.name)
      : `${againAfter(run.options.goal, intent)}; the request is then sent again`
  return new StepEnd('unknown', unmarked === undefined ? error.message : `${error.message}; ${unmarked.message}`, help)
}

/** What a person does about a create whose effect is unknown. */
export function resolveHelp(key: string, environment: string): string {
  return `check whether the service has the scenario, and report it with \`scenewright resolve ${key} --env ${environment}\``
}

/** When to send a request again whose effect is unknown. What a person asked for is not in the sources. */
export function againAfter({ isByHand }: Goal, { settle_until }: Intent): string {
  return `${isByHand ? 'run this command' : 'apply'} again after ${settle_until}`
}

function unusable(error: unknown): OperationError {
  if (error instanceof OperationError) return error
  throw error
}

/** Stores what a create or update is about to send, under its hash, before the state refers to it. */
async function keepPayload({ options }: Run, { plan, step }: Task): Promise<void> {
  if (plan.document === undefined || (step.kind !== 'create' && step.kind !== 'update')) return
  await options.store.putBlob(canonicalJson(toPayload(plan.document)))
}

/** The payloads that the service may have before an update; undefined for a payload that is no longer stored. */
async function earlierPayloads({ options }: Run, { step, entry }: Task): Promise<readonly (unknown | undefined)[]> {
  if (step.kind !== 'update') return []
  const hashes = [entry?.draft, entry?.published, entry?.intent].flatMap(one => one?.payload_hash ?? [])
  // A damaged one counts as missing: then all fields are set again.
  const texts = await Promise.all(hashes.map(hash => options.store.getBlob(hash).catch(() => undefined)))
  return texts.map(text => (text === undefined ? undefined : JSON.parse(text)))
}
