import { OperationError } from '@scenewright/model'
import type { ProjectData } from '../project/open-project.ts'
import type { DiscoveredFile } from '../read/discover.ts'
import { createModuleReader } from '../read/module-reader.ts'
import { createDeriver, type Derivation, type DerivedFile } from './derive-file.ts'

/** How other threads are used. */
export interface WorkerSetting {
  /** The file that a worker runs; it passes its input to `deriveInWorker`. */
  readonly entry: URL
  /** How many threads work at once, this one included. */
  readonly threads: number
  /** The minimum number of files for which threads are faster. */
  readonly from: number
}

/** The input of a worker. */
export interface WorkerTask {
  readonly project: ProjectData
  readonly derivation: string
  readonly files: readonly DiscoveredFile[]
  /** Whether a cache is to store the results. */
  readonly isKept: boolean
}

type Batch = readonly (readonly [file: string, result: DerivedFile])[]

/** The running workers, and the files that this thread processes. */
export interface Help {
  /** The files that this thread processes. */
  readonly left: readonly DiscoveredFile[]
  readonly done: Promise<unknown>
  stop(): void
}

const batchSize = 100

/** Distributes the files to the threads; undefined if there are too few. */
export function startWorkers(
  { entry, threads, from }: WorkerSetting,
  { files, take, ...task }: WorkerTask & { readonly take: (file: string, result: DerivedFile) => void },
): Help | undefined {
  if (threads < 2 || files.length < from) return undefined
  const shares = Array.from({ length: threads }, (_, share) =>
    files.filter((_file, index) => index % threads === share),
  )
  const [left = [], ...others] = shares
  const { root, configFile, config } = task.project
  // Loaded on demand: few projects are that large.
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const workers = others.map(share => {
    const workerData: WorkerTask = { ...task, project: { root, configFile, config }, files: share }
    const worker = new Worker(entry, { workerData })
    worker.on('message', (batch: Batch) => {
      for (const [file, result] of batch) take(file, result)
    })
    return worker
  })
  const ends = workers.map(worker => {
    return new Promise<void>((resolve, reject) => {
      worker.once('error', error => reject(revived(error)))
      worker.once('exit', code => (code === 0 ? resolve() : reject(new Error(`A worker ended with ${code}`))))
    })
  })
  const done = Promise.all(ends)
  // It is awaited later; until then a failure must not end the process.
  done.catch(() => {})
  return { left, done, stop: () => workers.forEach(worker => void worker.terminate()) }
}

/** An error from another thread has lost its class. */
function revived(error: Error): Error {
  if (error.name !== 'OperationError') return error
  // Written by an OperationError, with its fields.
  const { code, message, help, place } = error as OperationError
  return new OperationError(code, message, { cause: error, ...(help && { help }), ...(place && { place }) })
}

/** The code of a worker: derives its files, and posts the results from time to time. */
export async function deriveInWorker(
  { project, files, isKept }: WorkerTask,
  derivation: Derivation<unknown>,
  post: (batch: Batch) => void,
): Promise<void> {
  const derive = createDeriver(project, derivation, { modules: createModuleReader(project.root), isKept })
  let batch: [string, DerivedFile][] = []
  for (const file of files) {
    batch.push([file.file, await derive(file)])
    if (batch.length < batchSize) continue
    post(batch)
    batch = []
  }
  post(batch)
}
