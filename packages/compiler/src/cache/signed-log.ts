import { appendFileSync, closeSync, openSync, readdirSync, readSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { textHash } from '@scenewright/model/text-hash'
import { leadsOut, makeCacheFolder } from './cache-folder.ts'
import { machineKey } from './machine-key.ts'
import type { CacheLocation } from './open-cache.ts'

/**
 * The results of long work, one after another, so that a later run can continue. An entry that is incomplete, modified,
 * of other work or not signed by this user ends the log: it, and what follows, is not read.
 */
export interface SignedLog {
  /** The entries of earlier runs, in order. */
  entries(): Iterable<string>
  /**
   * Adds the entry at this index, which follows the entries read and added before. It consists of ASCII characters
   * without line breaks. If the file cannot be written, nothing is added from then on.
   */
  append(index: number, entry: string): void
  /** Deletes the log, when the work is done. */
  remove(): void
}

/** The maximum number of logs of one name: enough for several interrupted runs. */
const maxLogs = 4
const chunk = 1 << 16

/**
 * Opens the log for a `subject`, which identifies the work. It is in the folder of the project's cache and equally
 * protected, and only its owner can read it. Undefined if no cache is possible.
 */
export function openSignedLog(
  { folder, build, env }: CacheLocation,
  { name, root, subject }: { readonly name: string; readonly root: string; readonly subject: unknown },
): SignedLog | undefined {
  const key = machineKey(env)
  if (key === undefined || leadsOut(folder, root)) return undefined
  const id = textHash(JSON.stringify([build, name, root, subject]))
  const path = join(folder, `${name}-${id.slice(0, 16)}.log`)
  const sign = (index: number, entry: string) =>
    process.getBuiltinModule('node:crypto').createHmac('sha256', key).update(`${id} ${index} ${entry}`).digest('hex')
  let isReady = false
  let hasFailed = false
  const write = (line: string) => {
    if (!isReady) makeCacheFolder(folder)
    if (!isReady) removeOldest(folder, { name, except: path })
    // The last line of an earlier run may be incomplete.
    appendFileSync(path, isReady ? line : `\n${line}`, { mode: 0o600 })
    isReady = true
  }
  return {
    *entries() {
      let next = 0
      for (const line of linesOf(path)) {
        const end = line.indexOf(' ')
        const entry = line.slice(end + 1)
        // Two runs of the same work add the same entries: a repeated one has another index.
        if (end < 0 || line.slice(0, end) !== sign(next, entry)) continue
        next++
        yield entry
      }
    },
    append(index, entry) {
      if (hasFailed) return
      try {
        write(`${sign(index, entry)} ${entry}\n`)
      } catch {
        // Without a log, a later run begins again.
        hasFailed = true
      }
    },
    remove: () => rmSync(path, { force: true }),
  }
}

function removeOldest(folder: string, { name, except }: { readonly name: string; readonly except: string }): void {
  const logs = readdirSync(folder).filter(file => file.startsWith(`${name}-`) && file.endsWith('.log'))
  const paths = logs.map(file => join(folder, file)).filter(path => path !== except)
  const aged = paths.map(path => ({ path, changed: statSync(path).mtimeMs }))
  for (const { path } of aged.sort((a, b) => b.changed - a.changed).slice(maxLogs - 1)) rmSync(path, { force: true })
}

/** The lines of a file, without those that are empty or incomplete; none if the file is missing. */
function* linesOf(path: string): Generator<string> {
  const file = openIfExists(path)
  if (file === undefined) return
  try {
    const buffer = Buffer.alloc(chunk)
    let rest = ''
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
      const lines = (rest + buffer.toString('latin1', 0, size)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') yield line
    }
  } finally {
    closeSync(file)
  }
}

function openIfExists(path: string): number | undefined {
  try {
    return openSync(path, 'r')
  } catch {
    return undefined
  }
}
