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
  const file = `${name}-${id.slice(0, 16)}.pack`
  return {
    read: () => readPack(join(folder, file), { id, key }),
    write(pack) {
      try {
        makeFolder(folder)
        writePack(join(folder, file), { id, key }, pack)
        tidy(folder, name)
      } catch {
        // The next run compiles again.
      }
    },
  }
}

/** A project's `.scenewright` may be a link that was checked in. */
function leadsOut(folder: string, root: string): boolean {
  if (!isAtOrBelow(folder, root)) return false
  for (const path of [folder, join(folder, '..')]) {
    try {
      if (!isAtOrBelow(realpathSync(path), realpathSync(root))) return true
    } catch {
      // It does not exist yet.
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
  for (const { path } of [...packs.slice(maxPacks), ...left]) rmSync(path, { force: true })
}

/**
 * The secret that signs this user's caches, created when it is first needed. Project folders come from other people: a
 * cache that somebody planted there must not replace the sources. Undefined if the secret can be neither read nor
 * written; then there is no cache.
 */
function machineKey(env: Readonly<Record<string, string | undefined>>): Buffer | undefined {
  const state = stateFolder(env)
  if (state === undefined) return undefined
  const file = join(state, 'scenewright', 'cache-key')
  return readKey(file) ?? makeKey(file)
}

/**
 * Where a user's state is stored (XDG base directories, on Windows local app data); undefined for a user without a
 * home.
 */
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
    // If two processes create it at once, the first one wins.
    writeFileSync(file, key, { flag: 'wx', mode: 0o600 })
  } catch {
    // Reads the secret that now exists.
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

/** Creates a folder and its parents. Not with `recursive`: below /proc on Linux that never ends in Node 20. */
function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  // A missing drive of Windows is its own parent: `mkdir` reports the problem.
  if (dirname(folder) !== folder) makeFolders(dirname(folder))
  mkdirSync(folder)
}
