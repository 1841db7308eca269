import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { withForwardSlashes } from '@scenewright/model'

/** Tells whether a file of a project has changed, given what git names. */
export function matchChanges(root: string, changed: ReadonlySet<string>): (file: string) => boolean {
  const realRoot = realpathSync(root)
  const known = new Map<string, boolean>()
  return file => {
    const isChanged = known.get(file) ?? (isNamed(changed, file) || isNamed(changed, gitName(realRoot, file)))
    known.set(file, isChanged)
    return isChanged
  }
}

/** The name that git knows a file by, which may be reached through links. Both are relative to the root. */
export function gitName(root: string, file: string): string {
  try {
    return withForwardSlashes(relative(root, realpathSync(join(root, file))))
  } catch {
    // It is gone, or leads nowhere.
    return file
  }
}

/** Whether it is named, or a folder that holds it: a link, or a repository within this one. */
function isNamed(changed: ReadonlySet<string>, file: string): boolean {
  const name = file.normalize('NFC')
  if (changed.has(name)) return true
  for (let end = name.lastIndexOf('/'); end > 0; end = name.lastIndexOf('/', end - 1)) {
    if (changed.has(name.slice(0, end)) || changed.has(name.slice(0, end + 1))) return true
  }
  return false
}
