import { join } from 'node:path'
import { textHash } from '@scenewright/model/text-hash'
import { type FileIdentity, isSameIdentity, settledIdentity } from '../cache/file-identity.ts'
import type { CacheRecord, KnownFile, Pack } from '../cache/pack.ts'
import type { ModuleReader } from '../parse/source-tree.ts'
import type { DiscoveredFile } from '../read/discover.ts'
import type { Overlay } from '../read/overlay.ts'
import { readSource } from '../read/read-source.ts'
import { createModuleHashes } from './derive-file.ts'

/** Determines which parts of a cache are still valid. */
export interface Freshness {
  /** Returns the record of a source that has not changed, and whose imports have not changed either. */
  recordOf(file: DiscoveredFile): CacheRecord | undefined
  /** Returns the current data of the files that sources import. */
  modules(): ReadonlyMap<string, KnownFile>
  /** Whether there is new data that saves work in the next run: then the cache is worth writing. */
  hasNews(): boolean
}

/** A file counts as unchanged because of its identity, or else its content. A file of the overlay always has changed. */
export function createFreshness(
  root: string,
  { modules: reader, overlay }: { readonly modules: ModuleReader; readonly overlay: Overlay },
  known: Pack | undefined,
): Freshness {
  const hashes = createModuleHashes(reader)
  const modules = new Map<string, KnownFile>()
  let hasNews = false
  const moduleNow = (name: string): string => {
    if (overlay.has(name)) return hashes(name)
    const now = modules.get(name) ?? lookAtModule(root, hashes, name, known?.modules.get(name))
    if (!modules.has(name)) hasNews ||= now.identity !== undefined && now !== known?.modules.get(name)
    modules.set(name, now)
    return now.hash
  }
  return {
    modules: () => modules,
    hasNews: () => hasNews,
    recordOf({ file, fault }) {
      const record = fault === undefined && !overlay.has(file) ? known?.records.get(file) : undefined
      if (record === undefined) return undefined
      // Both parts are already plain data: joining 10,000 of them took a tenth of a warm check.
      const path = `${root}/${file}`
      const identity = settledIdentity(path)
      const isSame = isSameIdentity(record.identity, identity)
      if (!isSame && contentOf(path) !== record.hash) return undefined
      if (record.dependencies.some(([name, hash]) => moduleNow(name) !== hash)) return undefined
      if (isSame || identity === undefined) return record
      hasNews = true
      return { ...record, identity }
    },
  }
}

function lookAtModule(
  root: string,
  hashes: (name: string) => string,
  name: string,
  known: KnownFile | undefined,
): KnownFile {
  const identity: FileIdentity | undefined = settledIdentity(join(root, name))
  if (known !== undefined && isSameIdentity(known.identity, identity)) return known
  return { identity, hash: hashes(name) }
}

function contentOf(path: string): string | undefined {
  const read = readSource(path)
  return 'text' in read ? textHash(read.text) : undefined
}
