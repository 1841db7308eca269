import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a folder and those that lead to it. Not `recursive`: below /proc on Linux that never ends in Node 20. */
export function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  // A drive of Windows that is not there is its own parent: `mkdir` says what is wrong with it.
  if (dirname(folder) !== folder) makeFolders(dirname(folder))
  mkdirSync(folder)
}
