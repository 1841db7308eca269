import { readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolders } from './make-folders.ts'

const length = 32

/**
 * The secret by which this user's caches are signed, made when it is first asked for. A project's folder comes from
 * others: a cache that somebody slipped into it must not speak for the sources. Undefined where it can be neither read
 * nor written, and then there is no cache.
 */
export function machineKey(env: Readonly<Record<string, string | undefined>>): Buffer | undefined {
  const file = join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'scenewright', 'cache-key')
  return readKey(file) ?? makeKey(file)
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
