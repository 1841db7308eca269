import { OperationError } from '@scenewright/model'
import type { ProjectData } from '../project/open-project.ts'
import type { DiscoveredFile } from '../read/discover.ts'
import { createModuleReader } from '../read/module-reader.ts'
import { createDeriver, type Derivation, type DerivedFile } from './derive-file.ts'

/** How other threads may help. */
export interface WorkerSetting {
  /** The file that a worker runs; it hands what it is given to `deriveInWorker`. */
  readonly entry: URL
  /** How many threads work at once, this one included. */
  readonly threads: number
  /** From how many files on they pay. */
  readonly from: number
}

/** The input of a worker. */
export interface WorkerTask {
  readonly project: ProjectData
  readonly derivation: string
  readonly files: readonly DiscoveredFile[]
  /** Whether a cache is to keep what is made. */
  readonly isKept: boolean
}

type Batch = readonly (readonly [file: string, result: DerivedFile])[]

/** The running workers, and the files left to this thread. */
export interface Help {
  /** The files that are left to this thread. */
  readonly left: readonly DiscoveredFile[]
  readonly done: Promise<unknown>
  stop(): void
}

const batchSize = 100

/** Gives each thread its share of the files; undefined where there are too few. */
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
  // Loaded when it is needed: few projects are that large.
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
  // It is waited for later; until then a failure must not end the process.
  done.catch(() => {})
  return { left, done, stop: () => workers.forEach(worker => void worker.terminate()) }
}

/** An error that came from another thread is of no class of ours any more. */
function revived(error: Error): Error {
  if (error.name !== 'OperationError') return error
  // Written by an OperationError, whose fields come along.
  const { code, message, help } = error as OperationError
  return new OperationError(code, message, { cause: error, ...(help === undefined ? {} : { help }) })
}

/** A worker's part: derives its files, and posts what it has now and then. */
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
