import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { textHash } from '@scenewright/model/text-hash'
import { isSameIdentity, settledIdentity } from '../cache/file-identity.ts'
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
  const isDirect = createLinkCheck(root)
  const modules = new Map<string, KnownFile>()
  let hasNews = false
  // An identity says nothing of links on the way, which may lead out of the project. Then the reader decides.
  const lookAtModule = (name: string, before: KnownFile | undefined): KnownFile => {
    const identity = isDirect(dirname(name)) ? settledIdentity(join(root, name), lstatSync) : undefined
    if (before !== undefined && isSameIdentity(before.identity, identity)) return before
    return { identity, hash: hashes(name) }
  }
  const moduleNow = (name: string): string => {
    if (overlay.has(name)) return hashes(name)
    const now = modules.get(name) ?? lookAtModule(name, known?.modules.get(name))
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

/**
 * Tells whether the path of a folder below the root has no links, and the case of the disk. What lies behind a link can
 * be another place from one run to the next, while the identity of its files remains. Each folder is looked at once.
 */
function createLinkCheck(root: string): (folder: string) => boolean {
  const real = (folder: string) => {
    try {
      return realpathSync.native(join(root, folder))
    } catch {
      return undefined
    }
  }
  const realRoot = real('') ?? root
  const known = new Map<string, boolean>()
  return folder => {
    const isDirect = known.get(folder) ?? real(folder) === join(realRoot, folder)
    known.set(folder, isDirect)
    return isDirect
  }
}

function contentOf(path: string): string | undefined {
  const read = readSource(path)
  return 'text' in read ? textHash(read.text) : undefined
}
