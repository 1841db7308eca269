import { existsSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '@scenewright/model/file-access'
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
  makeFolder(folder)
  writeFileSync(join(folder, '.gitignore'), '*\n')
}
