import { OperationError } from '@scenewright/model'
import { requireFunctions } from '../plan/functions.ts'
import { isChange, plan as makePlan } from '../plan/plan.ts'
import type { Plan, PlanEntry } from '../plan/plan-types.ts'
import { applyReceipts } from '../state/apply-receipts.ts'
import { newState } from '../state/state.ts'
import { StateWriter } from '../store/state-writer.ts'
import { stopIfFailFast } from './await-retry.ts'
import type { ApplySummary, ScenarioResult } from './events.ts'
import { Gate } from './gate.ts'
import { withDeploy, withLease, withoutLease } from './lease.ts'
import { requireService } from './require-service.ts'
import type { ApplyOptions, Run } from './run.ts'
import { runScenario } from './run-scenario.ts'
import { summarize } from './summarize.ts'

/**
 * Brings the service to the goal of a deploy. Each request is in the state before it is sent, and a request that might
 * create a second record is never repeated. If a scenario fails, the summary contains the failure, and the others
 * continue. An unusable state or source is an OperationError, and then nothing has been sent.
 */
export async function apply(options: ApplyOptions): Promise<ApplySummary> {
  const { signal, graceMs = 3_000, environment } = options
  const giveUp = new AbortController()
  const sink = eventSink(options)
  const run = makeRun(options, giveUp.signal, sink.emit)
  const plan = await readyPlan(run)
  await options.check?.(plan)
  await requireFunctions(plan, options.client, { signal })
  await requireService(plan, options.client, signal)
  const changes = plan.entries.filter(isChange).length
  run.emit({ event: 'started', run: options.run.id, environment: environment.name, serial: plan.serial, changes })
  const isApproved = !plan.hasChanges || ((await options.approve?.(plan)) ?? true)
  const results = new Map<string, ScenarioResult>()
  const finished = new AbortController()
  const onAbort = () => void options.pause(graceMs, finished.signal).then(() => giveUp.abort())
  if (signal.aborted) giveUp.abort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    if (isApproved) await runAll(run, plan, results)
  } finally {
    signal.removeEventListener('abort', onAbort)
    finished.abort()
  }
  const serial = run.writer.state?.serial ?? plan.serial
  const summary = summarize({ plan, results, isApproved, interrupted: signal.aborted, run: options.run.id, serial })
  run.emit(summary)
  sink.rethrow()
  return summary
}

/** Reads the state, adds the results in the receipts, and plans. */
async function readyPlan({ options, writer }: Run): Promise<Plan> {
  const { environment, goal, now } = options
  const receipts = await options.receipts.read()
  let state = await writer.read()
  // Rejects a state that must not be used before anything is changed.
  makePlan({ state, goal, environment, now: now(), receipts })
  if (state !== null && applyReceipts(state, receipts) !== state) {
    state = await writer.change(present => applyReceipts(present, receipts))
  }
  return makePlan({ state, goal, environment, now: now(), receipts })
}

async function runAll(run: Run, plan: Plan, results: Map<string, ScenarioResult>): Promise<void> {
  // The state exists before the first payload: payloads without a state mean that the state was lost.
  if (plan.hasChanges && run.stopped() === undefined)
    await run.writer.change(state => withDeploy(withLease(state, run), run))
  const queue = plan.entries.values()
  const workers = Array.from({ length: widths(run.options).scenarios }, () => work(run, queue, results))
  const ends = await Promise.allSettled(workers)
  if (run.writer.state !== undefined) {
    await run.writer.change(state => withoutLease(state, run.options.run.id)).catch(ignoreLostState)
  }
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function work(run: Run, queue: Iterator<PlanEntry>, results: Map<string, ScenarioResult>): Promise<void> {
  for (let next = queue.next(); next.done !== true; next = queue.next()) {
    const entry = next.value
    const result = await run.writer.during(() => runScenario(run, entry))
    results.set(result.key, result)
    if (result.outcome !== 'unchanged') run.emit({ event: 'scenario', ...result })
    if (wentWrong(result)) stopIfFailFast(run, result.key)
  }
}

/** Whether this run failed for a scenario. A request that was already open before the run does not count. */
function wentWrong({ outcome, action }: ScenarioResult): boolean {
  return outcome === 'failed' || outcome === 'conflict' || (outcome === 'unknown' && action !== 'unknown')
}

/** The lease is only informative, so a lease that could not be removed does no harm. */
function ignoreLostState(error: unknown): void {
  if (!(error instanceof OperationError)) throw error
}

/**
 * How many requests are sent concurrently, and how many more scenarios are prepared meanwhile, so that one write of the
 * state serves several. If the process is killed, the prepared creates remain open, and a person has to resolve each of
 * them. Four writes of the state concern a created scenario: in a slow store, each serves the creates of four rounds.
 */
function widths({ concurrency = 4, store }: ApplyOptions): { requests: number; creates: number; scenarios: number } {
  if (concurrency === 1) return { requests: 1, creates: 2, scenarios: 1 }
  const creates = store.isSlowToWrite ? Math.max(slowCreates, concurrency * 2) : concurrency * 2
  return { requests: concurrency, creates, scenarios: store.isSlowToWrite ? creates * 4 : concurrency * 4 }
}

/** A limit with which a first deploy of 1,000 scenarios to a git host makes at most 60 pushes. */
const slowCreates = 24

function makeRun(options: ApplyOptions, giveUp: AbortSignal, emit: Run['emit']): Run {
  let why: string | undefined
  const { environment, tool, newId } = options
  const first = () => newState(environment, { lineage: environment.lineage ?? newId(), serial: 0, tool })
  return {
    options,
    writer: new StateWriter(options.store, first, options.pause),
    requests: new Gate(widths(options).requests),
    creates: new Gate(widths(options).creates),
    giveUp,
    reads: { isRefused: false },
    emit,
    stamp: () => ({ run: options.run.id, at: new Date(options.now()).toISOString() }),
    stop: reason => {
      why ??= reason
    },
    stopped: () => (options.signal.aborted ? 'the run was interrupted' : why),
  }
}

/** Defers an error of a listener until the state is safe: a response must not be lost because a pipe was closed. */
function eventSink({ onEvent }: ApplyOptions): { emit: Run['emit']; rethrow: () => void } {
  const thrown: unknown[] = []
  return {
    emit: event => {
      try {
        onEvent(event)
      } catch (error) {
        thrown.push(error)
      }
    },
    rethrow: () => {
      if (thrown.length > 0) throw thrown[0]
    },
  }
}
