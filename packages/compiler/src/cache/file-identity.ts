import { statSync } from 'node:fs'

/** Identifies an unchanged file without reading it: size, times in milliseconds, inode. */
export type FileIdentity = readonly [size: number, modified: number, changed: number, inode: number]

/** A file that was touched this lately, in milliseconds, may be written again without its times showing it. */
const unsettled = 2000

/** The identity of a file; undefined where there is none, or it was touched too lately to tell it by its times. */
export function settledIdentity(path: string): FileIdentity | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  const { size, mtimeMs, ctimeMs, ino } = stats
  return Date.now() - Math.max(mtimeMs, ctimeMs) < unsettled ? undefined : [size, mtimeMs, ctimeMs, ino]
}

/** Whether two identities are of one and the same content. */
export function isSameIdentity(a: FileIdentity | undefined, b: FileIdentity | undefined): boolean {
  if (a === undefined || b === undefined) return false
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2] && a[3] === b[3]
}
