import { isDeepStrictEqual } from 'node:util'
import { type ScenarioRecord, ServiceError } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import type { Want } from '../goals/goal.ts'
import { holdText, releaseHelp } from '../plan/hold-text.ts'
import { isChange } from '../plan/plan.ts'
import type { PlanEntry } from '../plan/plan-types.ts'
import { isSending, nextStep, readKnown, type Step, unread, unswitched } from '../plan/steps.ts'
import { findHandEdit, handEditText, toWantedRecord } from '../records/hand-edit.ts'
import { isRefusedRead, isRejected } from '../records/read-records.ts'
import { entryOf } from '../state/changes.ts'
import { loadState } from '../state/read-state.ts'
import { requestName, type ScenarioState } from '../state/state.ts'
import { awaitRetry, NotCarriedOut, stopIfFailed } from './await-retry.ts'
import type { ScenarioResult } from './events.ts'
import { againAfter, changedMeanwhile, performStep, recordGone, resolveHelp } from './perform-step.ts'
import { recordAfter, recordBefore } from './record-plan.ts'
import type { Run } from './run.ts'
import { switchOff } from './switch-off.ts'
import { StepEnd } from './task.ts'

/** How often one kind of step may occur in a sequence of steps: a second update follows a truncated response. */
const maxOfAKind = 2

/**
 * Works on one scenario of a plan until it matches its source, or cannot continue. Never rejects with an
 * OperationError.
 */
export async function runScenario(run: Run, plan: PlanEntry): Promise<ScenarioResult> {
  const { key, action, reason } = plan
  const done: Step['kind'][] = []
  const result = { key, action, reason, done }
  const { name } = run.options.environment
  const open = describeOpen(plan, run)
  if (action === 'unknown' && !isChange(plan)) return { ...result, outcome: 'unknown', ...open }
  if (reason === 'stale') return { ...result, outcome: 'conflict', ...stale(key) }
  if (!isChange(plan)) return { ...result, outcome: 'unchanged', ...describeHold(plan, name) }
  try {
    if (action === 'unknown') {
      await changeOpen(run, plan, done)
      return { ...result, outcome: 'unknown', ...open }
    }
    await allSteps(run, plan, done)
    return { ...result, outcome: 'done' }
  } catch (error) {
    return { ...result, ...toResult(error) }
  }
}

/** What a person asked for that need not wait for the open request. */
async function changeOpen(run: Run, plan: PlanEntry, done: Step['kind'][]): Promise<void> {
  const stopped = run.stopped()
  if (stopped !== undefined) throw new StepEnd('skipped', stopped)
  let entry = await recordBefore(run, plan)
  for (const step of plan.steps) {
    entry = await switchOff(run, { plan, step, entry })
    done.push(step.kind)
  }
}

async function allSteps(run: Run, plan: PlanEntry, done: Step['kind'][]): Promise<void> {
  const stopped = run.stopped()
  if (stopped !== undefined) throw new StepEnd('skipped', stopped)
  const want = await wantedThere(run, plan)
  let entry: ScenarioState | undefined = await recordBefore(run, plan)
  const steps: Step[] = []
  for (;;) {
    const isUnread = plan.isOverwritten === true && !steps.some(isSending)
    const isUnswitched = plan.isSwitched === true && steps.length === 0
    const certain = isUnswitched ? unswitched(readKnown(entry)) : readKnown(entry)
    const step = nextStep(isUnread ? unread(certain) : certain, want)
    if (step === undefined) break
    if (steps.filter(one => isDeepStrictEqual(one, step)).length >= maxOfAKind) throw endless(plan.key, step)
    entry = await performStep(run, { plan, step, entry })
    steps.push(step)
    done.push(step.kind)
  }
  await recordAfter(run, plan, entry)
}

function stale(key: string): { message: string; help: string } {
  return { message: `"${key}" was changed since the plan was made`, help: 'create a new plan' }
}

type Described = { readonly message: string; readonly help: string } | undefined

function describeHold({ key, reason, before, renamedFrom = key }: PlanEntry, environment: string): Described {
  const hold = reason === 'held' ? before?.hold : undefined
  return hold === undefined ? undefined : { message: holdText(hold), help: releaseHelp(renamedFrom, environment) }
}

function describeOpen({ key, open, steps }: PlanEntry, { options: { environment, goal } }: Run): Described {
  if (open === undefined) return undefined
  const what = `${requestName(open)} of the run ${open.run} has been open since ${open.prepared_at}`
  return {
    message:
      steps.length === 0 ? what : `inactive; ${what}${open.activate === true ? ', and may activate it again' : ''}`,
    help: open.kind === 'create' ? resolveHelp(key, environment.name) : againAfter(goal, open),
  }
}

function toResult(error: unknown): Omit<ScenarioResult, 'key' | 'action' | 'reason' | 'done'> {
  if (!(error instanceof StepEnd || error instanceof OperationError)) throw error
  const outcome = error instanceof StepEnd ? error.outcome : outcomeOf(error)
  const more = error instanceof StepEnd ? error.more : {}
  return { outcome, message: error.message, ...(error.help !== undefined && { help: error.help }), ...more }
}

function outcomeOf({ code }: OperationError): ScenarioResult['outcome'] {
  if (code === 'person') return 'unknown'
  return code === 'state' ? 'conflict' : 'failed'
}

function endless(key: string, step: Step): StepEnd {
  return new StepEnd('failed', `the service accepts "${step.kind}" of "${key}", but it has no effect`)
}

/**
 * What is wanted of a scenario that is about to be sent, after a look at its record: one request, or none if there is no
 * record yet. Ends the work on it if somebody has edited it on the service, unless a person chose to overwrite it; then a
 * record that is gone is replaced.
 */
async function wantedThere(run: Run, plan: PlanEntry): Promise<Want | null> {
  const { key, before, document, want, steps } = plan
  if (before?.remote_id === undefined || !steps.some(isSending) || run.reads.isRefused) return want
  const found = await readRecord(run, plan, before.remote_id)
  if (plan.isOverwritten) return found === 'gone' && want !== null ? { ...want, strategy: 'replace' } : want
  const { state } = run.writer
  if (found === undefined || state === undefined) return want
  const { store, environment } = run.options
  const record = found === 'gone' ? undefined : found
  const edited = await findHandEdit(record, { state, store, entry: before, wanted: toWantedRecord(document, want) })
  if (edited === undefined) return want
  // Each request is in the state before it is sent, so the changes of another run are no manual changes.
  const present = entryOf(await loadState(store), plan.renamedFrom ?? key)
  if (canonicalJson(present) !== canonicalJson(before)) throw changedMeanwhile(key, present)
  if (record === undefined) throw recordGone(run, key)
  throw new StepEnd(
    'conflict',
    `"${key}" was edited by hand on the service: ${handEditText(edited)}`,
    `\`scenewright drift --env ${environment.name}\` shows the difference; add it to the source, or use \`--overwrite ${key}\``,
    { edited },
  )
}

/** Undefined if the service does not show it. */
async function readRecord(run: Run, plan: PlanEntry, id: string): Promise<ScenarioRecord | 'gone' | undefined> {
  const { client, environment } = run.options
  const task = { plan, step: { kind: 'update' }, entry: plan.before } as const
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run.requests.through(async () => {
        // It may have waited for its turn.
        const stopped = run.stopped()
        if (stopped !== undefined) throw new StepEnd('skipped', stopped)
        return await client.updateScenario(environment.bot, id, {}, { signal: run.giveUp }).catch(error => {
          const isAnswer = error.status === 404 || isRefusedRead(error)
          if (error instanceof ServiceError && !isAnswer) stopIfFailed(run, plan.key, notRead(plan.key, error), attempt)
          throw error
        })
      })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      // A proxy's 404 does not tell that the record is gone.
      if (error.status === 404) return isRejected(error, 404) ? 'gone' : undefined
      if (isRefusedRead(error)) {
        if (!run.reads.isRefused) run.emit({ event: 'unread', message: error.message })
        run.reads.isRefused = true
        return undefined
      }
      await awaitRetry(run, task, notRead(plan.key, error), attempt)
    }
  }
}

/** A read changes nothing, so it can be sent again in any case. */
function notRead(key: string, error: ServiceError): NotCarriedOut {
  if (error.outcome === 'rejected') return new NotCarriedOut('rejected', error)
  const { status, retryAfterMs, cause } = error
  const failure = cause instanceof Error ? cause.message : error.message
  const why = status === undefined ? failure : `the answer ${status} does not contain it`
  const details = { ...(status !== undefined && { status }), ...(retryAfterMs !== undefined && { retryAfterMs }) }
  const message = `the record of "${key}" could not be read: ${why}`
  return new NotCarriedOut('not-sent', new ServiceError(message, { outcome: 'not-sent', ...details }, { cause: error }))
}
