import { parentPort, workerData } from 'node:worker_threads'
import { deriveInWorker, type WorkerTask } from '@scenewright/compiler'
import { InternalError } from '@scenewright/model'
import { type Derivations, derivationsOf } from './derivations.ts'
import { tuneEngine } from './tune-engine.ts'

/** What a worker thread does: its share of the sources. */
export async function work(): Promise<void> {
  // `startWorkers` has put it there.
  const task = workerData as WorkerTask
  const derivations = derivationsOf(task.project.config)
  if (!isDerivation(task.derivation, derivations)) throw new InternalError(`no derivation "${task.derivation}"`)
  await deriveInWorker(task, derivations[task.derivation], batch => {
    tuneEngine()
    parentPort?.postMessage(batch)
  })
}

function isDerivation(name: string, derivations: Derivations): name is keyof Derivations {
  return Object.hasOwn(derivations, name)
}
