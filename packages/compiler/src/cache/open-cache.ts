import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { textHash } from '@scenewright/model/text-hash'
import { leadsOut, makeCacheFolder } from './cache-folder.ts'
import { machineKey } from './machine-key.ts'
import { type Pack, readBytes, readPack, writeBytes, writePack } from './pack.ts'

/** The location of a project's cache, and the build of the tool that it is for. */
export interface CacheLocation {
  /** Absolute. */
  readonly folder: string
  /** Identifies builds of the tool that may produce different results from one source. */
  readonly build: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The cache of one kind of result. */
export interface Cache {
  read(): Pack
  /** If a folder cannot be written to, only speed is lost. */
  write(pack: Pack): void
  /** The bytes that were written in place of a pack. */
  readBytes(): Buffer | undefined
  writeBytes(parts: readonly Uint8Array[]): void
}

/** The maximum number of packs of one kind: enough for several configs used in turn. */
const maxPacks = 4
const abandoned = 3_600_000

/**
 * Opens the cache for a `subject`, such as a project's root and config. Undefined if no cache is possible: without a
 * secret, or if the cache folder in the project is a link to a place outside.
 */
export function openCache(
  { folder, build, env }: CacheLocation,
  { name, root, subject }: { readonly name: string; readonly root: string; readonly subject: unknown },
): Cache | undefined {
  const key = machineKey(env)
  if (key === undefined || leadsOut(folder, root)) return undefined
  const id = textHash(JSON.stringify([build, name, root, subject]))
  const path = join(folder, `${name}-${id.slice(0, 16)}.pack`)
  const seal = { id, key }
  const inFolder = (write: () => void) => {
    try {
      makeCacheFolder(folder)
      write()
      tidy(folder, name)
    } catch {
      // The next run compiles again.
    }
  }
  return {
    read: () => readPack(path, seal),
    write: pack => inFolder(() => writePack(path, seal, pack)),
    readBytes: () => readBytes(path, seal),
    writeBytes: parts => inFolder(() => writeBytes(path, seal, parts)),
  }
}

function tidy(folder: string, name: string): void {
  const own = readdirSync(folder).filter(file => file.startsWith(`${name}-`))
  const aged = own.map(file => ({ path: join(folder, file), age: Date.now() - statSync(join(folder, file)).mtimeMs }))
  const packs = aged.filter(({ path }) => path.endsWith('.pack')).sort((a, b) => a.age - b.age)
  const left = aged.filter(({ path, age }) => path.endsWith('.tmp') && age > abandoned)
  for (const { path } of [...packs.slice(maxPacks), ...left]) rmSync(path, { force: true })
}
