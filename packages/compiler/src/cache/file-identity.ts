import { type Stats, statSync } from 'node:fs'

/** Identifies an unchanged file without reading it: size, times in milliseconds, inode. */
export type FileIdentity = readonly [size: number, modified: number, changed: number, inode: number]

/** A file that was changed this recently, in milliseconds, may be changed again without a new modification time. */
const unsettled = 2000

/**
 * The identity of a file; undefined if there is no file, or it was changed too recently for its times to be reliable.
 * With `lstatSync`, it is undefined for a link, too.
 */
export function settledIdentity(path: string, stat: typeof statSync = statSync): FileIdentity | undefined {
  const stats = readStats(path, stat)
  if (stats?.isFile() !== true) return undefined
  const { size, mtimeMs, ctimeMs, ino } = stats
  return Date.now() - Math.max(mtimeMs, ctimeMs) < unsettled ? undefined : [size, mtimeMs, ctimeMs, ino]
}

/** Undefined also for a link to itself. */
function readStats(path: string, stat: typeof statSync): Stats | undefined {
  try {
    return stat(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** Whether two identities belong to the same content. */
export function isSameIdentity(a: FileIdentity | undefined, b: FileIdentity | undefined): boolean {
  if (a === undefined || b === undefined) return false
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3]
}
