import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { type Derivation, type DerivedSources, deriveSources, type Project } from '@scenewright/compiler'
import { count } from '@scenewright/model/text'
import type { Host } from './host.ts'
import { type CompileOptions, locateCache, nothingFound } from './open-config.ts'
import { restoreEngine, tuneEngine } from './tune-engine.ts'

/**
 * The number of files from which a second thread saves time. Measured on two processors, which V8's own threads share:
 * 1.2 × the time of one thread at 2,000 sources, 1.1 × at 4,000, 0.9 × at 10,000.
 */
const threadsFrom = 8000

/** A project, and the sources to process. */
export interface Work {
  readonly host: Host
  readonly options: CompileOptions
  readonly project: Project
  readonly paths: readonly string[]
  /** Whether custom rules run: their results cannot be cached, and they run in this thread. */
  readonly isLive?: boolean
}

/**
 * Computes a value from each source, from the cache where nothing has changed, and shows progress. A project without
 * sources is an OperationError.
 */
export async function derive<Value>(
  { host, options, project, paths, isLive = false }: Work,
  derivation: Derivation<Value>,
): Promise<DerivedSources<Value>> {
  const workers = {
    entry: host.workerEntry,
    threads: availableParallelism(),
    from: host.threadsFrom ?? threadsFrom,
  }
  const derived = await deriveSources(project, derivation, {
    paths: absolute(host, paths),
    ...(options.cache !== false && !isLive && { cache: locateCache(host, project) }),
    ...(options.overlay && { overlay: options.overlay }),
    ...(!isLive && { workers }),
    onProgress: (done, all) => {
      tuneEngine('manyFiles')
      host.showProgress(`${done} of ${count(all, 'file')} read …`)
    },
    signal: host.signal,
  }).finally(() => {
    restoreEngine()
    host.showProgress('')
  })
  if (derived.count === 0 && derived.findings.length === 0) throw nothingFound(project, paths)
  return derived
}

function absolute({ cwd }: Host, paths: readonly string[]): readonly string[] {
  return paths.map(path => resolve(cwd, path))
}

/** Calls `make` at the first call, and returns the same value at every later one. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
