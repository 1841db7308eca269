import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, parse, resolve } from 'node:path'
import { isAtOrBelow } from '@scenewright/model/system'

/**
 * The absolute path of a file or folder below `root`, whether or not it exists; undefined if it is outside, or is
 * reached through a link to the outside.
 */
export function containedPath(root: string, path: string): string | undefined {
  if (path.includes('\0')) return undefined
  const full = resolve(root, path)
  return isAtOrBelow(full, root) && isAtOrBelow(realPath(full), realpathSync(root)) ? full : undefined
}

/** The real path of a file, or where it would be created. A link to a missing file leads nowhere in the project. */
function realPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path)
  if (isLink(path)) return parse(path).root
  return join(realPath(dirname(path)), basename(path))
}

/** Whether a path is a symbolic link. */
export function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    // Nothing can exist below a file, or under a name that is too long.
    return false
  }
}
