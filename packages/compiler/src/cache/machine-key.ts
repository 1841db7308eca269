import { readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { makeFolder } from '@scenewright/model/file-access'

const length = 32

/**
 * The secret that signs this user's caches, created when it is first needed. Project folders come from other people: a
 * cache that somebody planted there must not replace the sources. Undefined if the secret can be neither read nor
 * written; then there is no cache.
 */
export function machineKey(env: Readonly<Record<string, string | undefined>>): Buffer | undefined {
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
    const home = env[isWindows ? 'USERPROFILE' : 'HOME'] || homedir()
    // Below a relative one, the secret would be in the project.
    return isAbsolute(home) ? join(home, '.local', 'state') : undefined
  } catch {
    return undefined
  }
}

function makeKey(file: string): Buffer | undefined {
  try {
    makeFolder(dirname(file))
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
