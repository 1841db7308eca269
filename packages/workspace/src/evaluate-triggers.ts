import { availableParallelism } from 'node:os'
import type { Rule, Memory as RuleMemory, SourceReport } from '@scenewright/checker'
import {
  contentOfEvaluated,
  createEvaluator,
  type EvaluatedShare,
  type Evaluations,
  type EvaluationTask,
  evaluatedFindingsName,
  evaluationsName,
  finish,
  joinShares,
  joinStates,
  planEvaluations,
} from '@scenewright/checker/evaluations'
import type { createMemory } from '@scenewright/compiler'
import type { ProjectConfig } from '@scenewright/model/config'
import type { Host } from './host.ts'
import { findEvaluated, storeEvaluated } from './stored-evaluations.ts'

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
}

interface Checked {
  readonly reports: readonly SourceReport[]
  readonly config: ProjectConfig
  readonly rules: readonly Rule[]
}

/**
 * A memory that contains the evaluations that the trigger rules need. After a change, only those that it may have
 * affected are made; many of them are made in several threads, with the same result as in one. Few of them are left to
 * the rules.
 */
export async function withEvaluations<Stored extends Memory | undefined>(
  host: Host,
  { reports, config, rules }: Checked,
  stored: Stored,
): Promise<RuleMemory | Stored> {
  const plan = planEvaluations(reports, config, rules)
  if (plan === undefined || plan.count < (host.threadsFrom ?? threadsFrom)) return stored
  if (stored?.find(evaluatedFindingsName, contentOfEvaluated({ reports, config }, rules)) !== undefined) return stored
  if (stored?.find(evaluationsName, plan.content) !== undefined) return stored
  const threads = Math.min(maxThreads, availableParallelism())
  const evaluations =
    evaluateHere(host, plan.task, { stored, threads }) ?? (await evaluateAll(host, plan.task, { stored, threads }))
  return {
    recall: (name, content, build) => {
      // This name stands for evaluations alone, and the plan has the content of the rules.
      const known = name === evaluationsName && content === plan.content ? () => evaluations as never : build
      return stored === undefined ? known() : stored.recall(name, content, known)
    },
  }
}

interface Means {
  readonly stored: Memory | undefined
  readonly threads: number
}

/** Evaluates what has changed since the last check of the project; undefined if other threads should help. */
function evaluateHere(host: Host, task: EvaluationTask, { stored, threads }: Means): Evaluations | undefined {
  const before = stored && findEvaluated(stored)
  if (before === undefined && threads > 1) return undefined
  const evaluator = createEvaluator(before)
  const evaluations = host.endedBySignals(() => {
    host.showProgress('comparing triggers …')
    return finish(evaluator.evaluate(task, threads > 1 ? { maxCompared: host.threadsFrom ?? threadsFrom } : {}))
  })
  host.showProgress('')
  const state = evaluations && evaluator.state()
  if (stored !== undefined && state !== undefined) storeEvaluated(stored, state)
  return evaluations
}

async function evaluateAll(host: Host, task: EvaluationTask, { stored, threads }: Means): Promise<Evaluations> {
  const shares = await evaluateInThreads(host, task, threads)
  const state = joinStates(shares)
  if (stored !== undefined && state !== undefined) storeEvaluated(stored, state)
  return joinShares(task, shares)
}

/**
 * The results of all threads in their order. This thread only waits, so that it can respond to signals: an aborted one
 * rejects with its reason.
 */
async function evaluateInThreads(
  host: Host,
  evaluation: EvaluationTask,
  count: number,
): Promise<readonly EvaluatedShare[]> {
  host.signal.throwIfAborted()
  host.showProgress('comparing triggers …')
  // Loaded on demand: few projects have that many texts.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const workers = Array.from({ length: count }, (_, index) => {
    const workerData: EvaluationShare = { evaluation, index, count }
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
