import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isAtOrBelow } from '@scenewright/model/system'

/** Whether a folder in a project is outside of it: its `.scenewright` may be a link that was checked in. */
export function leadsOut(folder: string, root: string): boolean {
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

/** Creates the folder of a cache, which git ignores. */
export function makeCacheFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolders(folder)
  writeFileSync(join(folder, '.gitignore'), '*\n')
}

/** Creates a folder and its parents. Not with `recursive`: below /proc on Linux that never ends in Node 20. */
export function makeFolders(folder: string): void {
  if (existsSync(folder)) return
  // A missing drive of Windows is its own parent: `mkdir` reports the problem.
  if (dirname(folder) !== folder) makeFolders(dirname(folder))
  mkdirSync(folder)
}
