import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { isAtOrBelow } from '@scenewright/model/system'
import { textHash } from '@scenewright/model/text-hash'
import { type Pack, readPack, writePack } from './pack.ts'

const length = 32

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
  const id = textHash(JSON.stringify([build, name, root, subject]))
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

/**
 * The secret by which this user's caches are signed, made when it is first asked for. A project's folder comes from
 * others: a cache that somebody slipped into it must not speak for the sources. Undefined where it can be neither read
 * nor written, and then there is no cache.
 */
function machineKey(env: Readonly<Record<string, string | undefined>>): Buffer | undefined {
  const state = stateFolder(env)
  if (state === undefined) return undefined
  const file = join(state, 'scenewright', 'cache-key')
  return readKey(file) ?? makeKey(file)
}

/** Where a user's state is kept (XDG base directories, on Windows local app data); undefined for a user without a home. */
function stateFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const isWindows = process.platform === 'win32'
  const named = [env.XDG_STATE_HOME, isWindows ? env.LOCALAPPDATA : undefined].find(path => path && isAbsolute(path))
  if (named !== undefined) return named
  try {
    return join(env[isWindows ? 'USERPROFILE' : 'HOME'] || homedir(), '.local', 'state')
  } catch {
    return undefined
  }
}

function makeKey(file: string): Buffer | undefined {
  try {
    makeFolders(dirname(file))
    const key = process.getBuiltinModule('node:crypto').randomBytes(length)
    // Of two processes that make it at once, the first one's stands.
    writeFileSync(file, key, { flag: 'wx', mode: 0o600 })
  } catch {
    // Read what stands there now.
  }
  return readKey(file)
}

function readKey(file: string): Buffer | undefined {
  try {
    const key = readFileSync(file)
    return key.length === length ? key : undefined
  } catch {
    return undefined
  }
}

/** Makes a folder and those that lead to it. Not `recursive`: below /proc on Linux that never ends in Node 20. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  // A drive of Windows that is not there is its own parent: `mkdir` says what is wrong with it.
  if (dirname(folder) !== folder) makeFolders(dirname(folder))
  mkdirSync(folder)
}
