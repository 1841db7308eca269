import { availableParallelism } from 'node:os'
import type { Memory, Rule, SourceReport } from '@scenewright/checker'
import {
  type Evaluation,
  type EvaluationTask,
  evaluationsName,
  joinShares,
  planEvaluations,
} from '@scenewright/checker/evaluations'
import type { createMemory } from '@scenewright/compiler'
import type { ProjectConfig } from '@scenewright/model/config'
import type { Host } from './host.ts'

/**
 * The number of evaluated messages from which another thread is used: it first creates a bot of its own, which takes
 * about a fifth of the time of evaluating 9,000 messages.
 */
const threadsFrom = 2000

/** More threads would only use more memory: each has its own bot. */
const maxThreads = 2

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
 * A memory that contains the evaluations that the trigger rules need. Many of them are evaluated in several threads,
 * with the same result as in one; few of them are left to the rules.
 */
export async function withEvaluations<Stored extends ReturnType<typeof createMemory> | undefined>(
  host: Host,
  { reports, config, rules }: Checked,
  stored: Stored,
): Promise<Memory | Stored> {
  const threads = Math.min(maxThreads, availableParallelism())
  const plan = threads < 2 ? undefined : planEvaluations(reports, config, rules)
  if (plan === undefined || plan.count < (host.threadsFrom ?? threadsFrom)) return stored
  if (stored?.find(evaluationsName, plan.content) !== undefined) return stored
  const evaluations = joinShares(plan.task, await evaluateInThreads(host, plan.task, threads))
  return {
    recall: (name, content, build) => {
      // This name stands for evaluations alone, and the plan has the content of the rules.
      const known = name === evaluationsName && content === plan.content ? () => evaluations as never : build
      return stored === undefined ? known() : stored.recall(name, content, known)
    },
  }
}

/**
 * The results of all threads in their order. This thread only waits, so that it can respond to signals: an aborted one
 * rejects with its reason.
 */
async function evaluateInThreads(
  host: Host,
  evaluation: EvaluationTask,
  count: number,
): Promise<readonly (readonly Evaluation[])[]> {
  host.signal.throwIfAborted()
  host.showProgress('comparing triggers …')
  // Loaded on demand: few projects have that many texts.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const workers = Array.from({ length: count }, (_, index) => {
    const workerData: EvaluationShare = { evaluation, index, count }
    return new Worker(host.workerEntry, { workerData })
  })
  const shares = workers.map(worker => {
    return new Promise<readonly Evaluation[]>((resolve, reject) => {
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
