import { constants, getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { deriveInWorker, type WorkerTask } from '@scenewright/compiler'
import { InternalError } from '@scenewright/model'
import { createDerivations, type Derivations } from '@scenewright/workspace/derivations'
import { tuneEngine } from '@scenewright/workspace/engine'
import type { EvaluationShare } from '@scenewright/workspace/evaluate-triggers'
import type { TriggerWork } from '@scenewright/workspace/live/worker'
import type { ComparisonTask } from './commands/diff/comparison-threads.ts'
import type { ReplayTask } from './commands/lab/replay-threads.ts'

/**
 * Runs a worker thread: it handles its share of the sources, of the messages for comparing two bots or for a replay, or of
 * the examples to evaluate, or it checks the states of a live project.
 */
export async function work(): Promise<void> {
  // Set by `startWorkers`, `startComparisonThreads`, `startReplayThreads`, `evaluateInThreads` or `createTriggerThread`.
  const task = workerData as WorkerTask | ComparisonTask | ReplayTask | EvaluationShare | TriggerWork
  if ('evaluation' in task) {
    const { evaluateShare } = await import('@scenewright/checker/evaluations')
    parentPort?.postMessage(evaluateShare(task.evaluation, task))
    return
  }
  if ('live' in task) {
    const { answerUpdates } = await import('@scenewright/workspace/live/worker')
    giveWay()
    if (parentPort !== null) answerUpdates(task, parentPort)
    return
  }
  if ('bots' in task) {
    const { compareInWorker } = await import('./commands/diff/comparison-threads.ts')
    if (parentPort !== null) compareInWorker(task, parentPort)
    return
  }
  if ('replay' in task) {
    const { replayInWorker } = await import('./commands/lab/replay-threads.ts')
    if (parentPort !== null) replayInWorker(task, parentPort)
    return
  }
  const derivations = createDerivations(task.project.config)
  if (!isDerivation(task.derivation, derivations)) throw new InternalError(`no derivation "${task.derivation}"`)
  await deriveInWorker(task, derivations[task.derivation], batch => {
    tuneEngine('manyFiles')
    parentPort?.postMessage(batch)
  })
}

/**
 * Lowers the priority of this thread, so that the one that answers an editor does not wait for it: with two processors,
 * 95 of 100 keys in a project that has just been opened take 8 ms at most instead of 14. Other systems than Linux know
 * only priorities of whole processes.
 */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL))
}

function isDerivation(name: string, derivations: Derivations): name is keyof Derivations {
  return Object.hasOwn(derivations, name)
}
