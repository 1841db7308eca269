import type { Finding } from '@scenewright/model'
import { type CacheLocation, openCache } from '../cache/open-cache.ts'
import type { CacheRecord } from '../cache/pack.ts'
import { isTestFile } from '../parse/formats.ts'
import type { Project } from '../project/open-project.ts'
import type { DiscoveredFile } from '../read/discover.ts'
import { findSources } from '../read/find-sources.ts'
import { createModuleReader } from '../read/module-reader.ts'
import { noOverlay, type Overlay } from '../read/overlay.ts'
import { createDeriver, type Derivation, type DerivedFile, type Keeping } from './derive-file.ts'
import { createFreshness } from './freshness.ts'
import { startWorkers, type WorkerSetting } from './workers.ts'

/** The options for processing a project's sources. */
export interface DeriveOptions {
  /** Files or folders, absolute or relative to the root. All by default. */
  readonly paths?: readonly string[]
  /** Without one, every file is read and compiled. */
  readonly cache?: CacheLocation
  /** Texts that replace files. What is derived from them is not cached. */
  readonly overlay?: Overlay
  /** Without workers, this thread processes all sources; so does it with an overlay. */
  readonly workers?: WorkerSetting
  /** Called from time to time with the number of processed files, of those that need work. */
  readonly onProgress?: (done: number, all: number) => void
  /** Ends the work early, by rejecting. */
  readonly signal?: AbortSignal
}

/** The result for each source, and the findings that belong to no source. */
export interface DerivedSources<Value> {
  /** How many sources there are. */
  readonly count: number
  /** In the order of the files' names. Cached values are parsed only when they are requested. */
  values(): readonly Value[]
  readonly findings: readonly Finding[]
  /** The files that the values depend on; undefined if one could not be read. */
  readonly content: string | undefined
}

/**
 * Derives a value from every source, or takes it from the cache if neither the source nor its imports have changed.
 * Problems in a source are findings in its value; a path that does not lead to a source is an OperationError.
 */
export async function deriveSources<Value>(
  project: Project,
  derivation: Derivation<Value>,
  options: DeriveOptions = {},
): Promise<DerivedSources<Value>> {
  const { paths = [], overlay = noOverlay } = options
  const { files: all, findings } = findSources(project, paths, overlay)
  const files = derivation.skipsTests ? all.filter(({ file }) => !isTestFile(file)) : all
  const cache = options.cache && openCache(options.cache, cacheSubject(project, derivation))
  const modules = createModuleReader(project.root, overlay)
  const known = cache?.read()
  const freshness = createFreshness(project.root, { modules, overlay }, known)
  const fresh = new Map<string, CacheRecord>()
  const stale = files.filter(file => {
    const record = freshness.recordOf(file)
    if (record !== undefined) fresh.set(file.file, record)
    return record === undefined
  })
  const derived = await deriveStale(project, derivation, {
    ...options,
    files: stale,
    modules,
    isKept: cache !== undefined,
  })
  const read = readable(derived).filter(([file]) => !overlay.has(file))
  if (cache !== undefined && (read.length > 0 || freshness.hasNews())) {
    // A run for a part of the project keeps the cached data of the rest, and one with an overlay that of its files.
    const others = paths.length === 0 && overlay.size === 0 ? undefined : known?.records
    cache.write({ modules: freshness.modules(), records: new Map([...(others ?? []), ...fresh, ...read]) })
  }
  const textOf = ({ file }: DiscoveredFile) => fresh.get(file)?.value ?? derived.get(file)?.value ?? 'null'
  return {
    count: files.length,
    // The cached values were written by this same build, for this same derivation.
    values: () => files.map(file => JSON.parse(textOf(file)) as Value),
    findings,
    content: contentOf(files, file => fresh.get(file) ?? derived.get(file)?.known),
  }
}

/** The names and hashes of files. */
function contentOf(
  files: readonly DiscoveredFile[],
  knownOf: (file: string) => Omit<CacheRecord, 'value'> | undefined,
): string | undefined {
  const parts: unknown[] = []
  for (const { file, key } of files) {
    const known = knownOf(file)
    if (known === undefined) return undefined
    parts.push(file, key, known.hash, known.dependencies)
  }
  return JSON.stringify(parts)
}

interface StaleWork extends DeriveOptions, Keeping {
  readonly files: readonly DiscoveredFile[]
}

async function deriveStale(
  project: Project,
  derivation: Derivation<unknown>,
  { files, modules, overlay = noOverlay, isKept, workers, onProgress, signal }: StaleWork,
): Promise<ReadonlyMap<string, DerivedFile>> {
  const derived = new Map<string, DerivedFile>()
  const take = (file: string, result: DerivedFile) => {
    derived.set(file, result)
    if (derived.size % 100 === 0) onProgress?.(derived.size, files.length)
  }
  const share = { project, derivation: derivation.name, files, isKept, take }
  const helped = workers !== undefined && overlay.size === 0 ? startWorkers(workers, share) : undefined
  try {
    const derive = createDeriver(project, derivation, { modules, overlay, isKept })
    for (const [index, file] of (helped?.left ?? files).entries()) {
      take(file.file, await derive(file))
      // Lets signals and the responses of other threads be processed.
      if (index % 50 === 49) await new Promise(setImmediate)
      signal?.throwIfAborted()
    }
    await helped?.done
  } finally {
    helped?.stop()
  }
  return derived
}

function readable(derived: ReadonlyMap<string, DerivedFile>): [string, CacheRecord][] {
  return [...derived].flatMap(([file, { known, value }]) => (known === undefined ? [] : [[file, { ...known, value }]]))
}

function cacheSubject({ root, config }: Project, { name }: Derivation<unknown>) {
  return { name, root, subject: config }
}
