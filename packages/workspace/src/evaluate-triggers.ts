import { availableParallelism } from 'node:os'
import {
  contentOfEvaluations,
  contentOfTriggers,
  createEvaluator,
  type EvaluatedShare,
  type EvaluatedState,
  type EvaluationPlan,
  type Evaluations,
  type EvaluationTask,
  evaluationsOf,
  findTriggerFindings,
  finish,
  joinShares,
  joinStates,
  planEvaluations,
  type TriggerProject,
} from '@scenewright/checker/evaluations'
import type { createMemory } from '@scenewright/compiler'
import type { Finding } from '@scenewright/model'
import type { ProjectConfig } from '@scenewright/model/config'
import type { Host } from './host.ts'
import { findEvaluated, storeEvaluated } from './stored-evaluations.ts'
import { restoreEngine, tuneEngine } from './tune-engine.ts'

/**
 * The number of evaluated messages from which another thread is used: it first creates a bot of its own, which takes
 * about a fifth of the time of evaluating 9,000 messages.
 */
const threadsFrom = 2000

/** More threads would only use more memory: each has its own bot. */
const maxThreads = 2

type Memory = ReturnType<typeof createMemory>

/** The part of an evaluation for a worker. */
export interface EvaluationShare {
  readonly evaluation: EvaluationTask
  readonly index: number
  readonly count: number
  /** Whether the state after it is to be stored. */
  readonly isStored: boolean
}

/** The name in the cache of the findings about triggers. */
const findingsName = 'triggers'

/** If at most this share of the messages is evaluated again, a later run may as well continue from the stored state. */
const maxUnstored = 1 / 20

/**
 * The findings of the rules about triggers: those of an earlier run if the triggers are the same. After a change, only
 * the messages that it may have affected are evaluated; many of them in several threads, with the same result as in one.
 * The caller restores V8's flags.
 */
export async function checkTriggers(
  host: Host,
  checked: TriggerProject,
  stored: Memory | undefined,
): Promise<readonly Finding[]> {
  const plan = planEvaluations(checked)
  if (plan === undefined) return findTriggerFindings(checked)
  const content = stored === undefined ? '' : contentOfTriggers(checked)
  const known = stored && findStoredTriggerFindings(stored, content)
  if (known !== undefined) return known
  try {
    const evaluations = plan.count === 0 ? undefined : await recallEvaluations(host, checked.config, { plan, stored })
    const findings = host.endedBySignals(() => {
      host.showProgress('comparing triggers …')
      return findTriggerFindings(checked, evaluations)
    })
    stored?.store(findingsName, content, findings)
    return findings
  } finally {
    host.showProgress('')
  }
}

/** The findings about triggers that an earlier run has stored; undefined if there are none for that content. */
export function findStoredTriggerFindings(stored: Memory, content: string): readonly Finding[] | undefined {
  return stored.find(findingsName, content)
}

async function recallEvaluations(
  host: Host,
  config: ProjectConfig,
  { plan, stored }: { readonly plan: EvaluationPlan; readonly stored: Memory | undefined },
): Promise<Evaluations | undefined> {
  const { task, count } = plan
  const content = stored === undefined ? '' : contentOfEvaluations(task)
  const before = stored && findEvaluated(stored, config, task.scenarios)
  const known = before?.content === content ? evaluationsOf(task, before.state) : undefined
  if (known !== undefined) return known
  const threads = count < (host.threadsFrom ?? threadsFrom) ? 1 : Math.min(maxThreads, availableParallelism())
  const means = { before: before?.state, threads, isStored: stored !== undefined }
  const { evaluations, state } = evaluateHere(host, plan, means) ?? (await evaluateAll(host, task, means))
  if (stored !== undefined && state !== undefined) storeEvaluated(stored, config, { content, state })
  return evaluations
}

interface Means {
  readonly before: EvaluatedState | undefined
  readonly threads: number
  /** Whether there is a memory for the state. */
  readonly isStored: boolean
}

interface Evaluated {
  readonly evaluations: Evaluations
  /** To be stored; absent if that would save little. */
  readonly state?: EvaluatedState | undefined
}

/** Evaluates what has changed since the last check of the project; undefined if other threads should help. */
function evaluateHere(host: Host, { task, count }: EvaluationPlan, means: Means): Evaluated | undefined {
  const { before, threads } = means
  // The flags are for little work, which evaluating all messages is not.
  if (before === undefined) restoreEngine()
  if (before === undefined && threads > 1) return undefined
  const evaluator = createEvaluator(before)
  const evaluations = host.endedBySignals(() => {
    host.showProgress('comparing triggers …')
    const steps = evaluator.evaluate(task, threads > 1 ? { maxCompared: host.threadsFrom ?? threadsFrom } : {})
    if (before !== undefined) tuneEngine('oneChange')
    return finish(steps)
  })
  host.showProgress('')
  const isStored = means.isStored && (before === undefined || evaluator.compared() > count * maxUnstored)
  return evaluations && { evaluations, ...(isStored && { state: evaluator.state() }) }
}

async function evaluateAll(host: Host, task: EvaluationTask, means: Omit<Means, 'before'>): Promise<Evaluated> {
  const shares = await evaluateInThreads(host, task, means)
  return { evaluations: joinShares(task, shares), state: joinStates(shares) }
}

/**
 * The results of all threads in their order. This thread only waits, so that it can respond to signals: an aborted one
 * rejects with its reason.
 */
async function evaluateInThreads(
  host: Host,
  evaluation: EvaluationTask,
  { threads: count, isStored }: Omit<Means, 'before'>,
): Promise<readonly EvaluatedShare[]> {
  host.signal.throwIfAborted()
  host.showProgress('comparing triggers …')
  // Loaded on demand: few projects have that many texts.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const workers = Array.from({ length: count }, (_, index) => {
    const workerData: EvaluationShare = { evaluation, index, count, isStored }
    return new Worker(host.workerEntry, { workerData })
  })
  const shares = workers.map(worker => {
    return new Promise<EvaluatedShare>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', code => reject(new Error(`A worker ended with ${code}`)))
    })
  })
  const aborted = new Promise<never>((_, reject) => {
    host.signal.addEventListener('abort', () => reject(host.signal.reason), { once: true })
  })
  try {
    return await Promise.race([Promise.all(shares), aborted])
  } finally {
    await Promise.all(workers.map(worker => worker.terminate()))
    host.showProgress('')
  }
}
