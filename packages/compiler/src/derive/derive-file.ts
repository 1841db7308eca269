import { join } from 'node:path'
import type { CompiledSource } from '@scenewright/model'
import { contentHash } from '../cache/content-hash.ts'
import { settledIdentity } from '../cache/file-identity.ts'
import type { CacheRecord } from '../cache/pack.ts'
import type { ModuleReader } from '../parse/source-tree.ts'
import type { ProjectData } from '../project/open-project.ts'
import type { DiscoveredFile } from '../read/discover.ts'
import { readSource } from '../read/read-source.ts'
import { createSourceCompiler } from '../source-compiler.ts'

/** Something that is made of every source by itself. Its value must be plain data: it is kept as JSON. */
export interface Derivation<Value> {
  /** Tells it from others, in letters. */
  readonly name: string
  of(source: CompiledSource): Value
}

/** What one file gives. Without a hash it could not be read, and is not to be kept. */
export type DerivedFile = Omit<CacheRecord, 'hash'> & { readonly hash: string | undefined }

/** Makes what reads, compiles and derives one file after the other. */
export function createDeriver(
  project: ProjectData,
  { of }: Derivation<unknown>,
  modules: ModuleReader,
): (file: DiscoveredFile) => Promise<DerivedFile> {
  const compile = createSourceCompiler(project, modules)
  return async file => {
    const path = join(project.root, file.file)
    // Before the file is read: should it change meanwhile, its identity shows it.
    const identity = settledIdentity(path)
    const read = file.fault === undefined ? readSource(path) : undefined
    const source = await compile(file, read)
    return {
      identity,
      hash: read !== undefined && 'text' in read ? contentHash(read.text) : undefined,
      dependencies: source.dependencies.map(name => [name, moduleHash(modules, name)]),
      value: JSON.stringify(of(source)),
    }
  }
}

/** The hash of a file that a source imports, empty where it cannot be read. */
export function moduleHash(modules: ModuleReader, name: string): string {
  const read = modules.read(name)
  return 'text' in read ? contentHash(read.text) : ''
}
