import type { CompiledSource } from '@scenewright/model/compilation'
import { textHash } from '@scenewright/model/text-hash'
import { settledIdentity } from '../cache/file-identity.ts'
import type { CacheRecord } from '../cache/pack.ts'
import type { ModuleReader } from '../parse/source-tree.ts'
import type { ProjectData } from '../project/open-project.ts'
import type { DiscoveredFile } from '../read/discover.ts'
import { noOverlay, type Overlay } from '../read/overlay.ts'
import { readReplacement, readSource } from '../read/read-source.ts'
import { createSourceCompiler } from '../source-compiler.ts'

/**
 * A derivation: a value that is computed from each source alone. It must be plain data, because it is stored as JSON.
 */
export interface Derivation<Value> {
  /** A unique name, in letters. */
  readonly name: string
  /** Whether it is computed only from scenarios: then files of conversation tests are not even read. */
  readonly skipsTests?: true
  /** `isKept`: the value is stored for later runs, and may contain what spares them work. */
  of(source: CompiledSource, isKept?: boolean): Value
}

/** The result for one file: its value as JSON, and the record for a cache, unless the file could not be read. */
export interface DerivedFile {
  readonly value: string
  readonly known?: Omit<CacheRecord, 'value'>
}

/** The options of deriving a file. */
export interface Keeping {
  readonly modules: ModuleReader
  readonly overlay?: Overlay
  /** Whether to create the data that a cache needs, which takes time. */
  readonly isKept: boolean
}

/** Creates the function that reads, compiles and derives a file. */
export function createDeriver(
  project: ProjectData,
  { of }: Derivation<unknown>,
  { modules, overlay = noOverlay, isKept }: Keeping,
): (file: DiscoveredFile) => Promise<DerivedFile> {
  const compile = createSourceCompiler(project, modules)
  const hashes = createModuleHashes(modules)
  return async file => {
    const path = `${project.root}/${file.file}`
    // Taken before the file is read, so that a change in between is detected.
    const identity = isKept ? settledIdentity(path) : undefined
    const overlaid = overlay.get(file.file)
    const present = () => (file.fault === undefined ? readSource(path) : undefined)
    const read = overlaid === undefined ? present() : readReplacement(overlaid)
    const source = await compile(file, read)
    const value = JSON.stringify(of(source, isKept))
    if (!isKept || read === undefined || !('text' in read)) return { value }
    const dependencies = source.dependencies.map(name => [name, hashes(name)] as const)
    return { value, known: { identity, hash: textHash(read.text), dependencies } }
  }
}

/** Gives the hashes of files that sources import; for one that cannot be read, the reason. */
export function createModuleHashes(modules: ModuleReader): (name: string) => string {
  const hashes = new Map<string, string>()
  return name => {
    const known = hashes.get(name)
    if (known !== undefined) return known
    const read = modules.read(name)
    const hash = 'text' in read ? textHash(read.text) : read.fault
    hashes.set(name, hash)
    return hash
  }
}
