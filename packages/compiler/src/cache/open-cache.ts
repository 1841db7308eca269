import { existsSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAtOrBelow } from '@scenewright/model'
import { contentHash } from './content-hash.ts'
import { machineKey } from './machine-key.ts'
import { makeFolders } from './make-folders.ts'
import { type Pack, readPack, writePack } from './pack.ts'

/** Where a project's cache lies, and for which build of the tool. */
export interface CacheLocation {
  /** Absolute. */
  readonly folder: string
  /** Tells builds of the tool apart that may make different things of one source. */
  readonly build: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The cache of one kind of result. */
export interface Cache {
  read(): Pack
  /** A folder that cannot be written to costs speed and nothing else. */
  write(pack: Pack): void
}

/** How many packs of one kind are kept: as many as there are configs that are used in turn. */
const mostPacks = 4
const abandoned = 3_600_000

/**
 * Opens the cache for what `subject` tells apart, such as a project's root and config. Undefined where there can be
 * none: without a secret, or where the folder within the project is a link that leads out of it.
 */
export function openCache(
  { folder, build, env }: CacheLocation,
  { name, root, subject }: { readonly name: string; readonly root: string; readonly subject: unknown },
): Cache | undefined {
  const key = machineKey(env)
  if (key === undefined || leadsOut(folder, root)) return undefined
  const id = contentHash(JSON.stringify([build, name, root, subject]))
  const file = `${name}-${id.slice(0, 16)}.pack`
  return {
    read: () => readPack(join(folder, file), { id, key }),
    write(pack) {
      try {
        makeFolder(folder)
        writePack(join(folder, file), { id, key }, pack)
        tidy(folder, name)
      } catch {
        // The next run compiles once more.
      }
    },
  }
}

/** A project's own `.scenewright` may be a link that came with it. */
function leadsOut(folder: string, root: string): boolean {
  if (!isAtOrBelow(folder, root)) return false
  for (const path of [folder, join(folder, '..')]) {
    try {
      if (!isAtOrBelow(realpathSync(path), realpathSync(root))) return true
    } catch {
      // It is not there yet.
    }
  }
  return false
}

function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolders(folder)
  writeFileSync(join(folder, '.gitignore'), '*\n')
}

function tidy(folder: string, name: string): void {
  const own = readdirSync(folder).filter(file => file.startsWith(`${name}-`))
  const aged = own.map(file => ({ path: join(folder, file), age: Date.now() - statSync(join(folder, file)).mtimeMs }))
  const packs = aged.filter(({ path }) => path.endsWith('.pack')).sort((a, b) => a.age - b.age)
  const left = aged.filter(({ path, age }) => path.endsWith('.tmp') && age > abandoned)
  for (const { path } of [...packs.slice(mostPacks), ...left]) rmSync(path, { force: true })
}
