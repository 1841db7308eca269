import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, parse, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { fileFault } from '@scenewright/model/file-access'
import { isAtOrBelow } from '@scenewright/model/system'

/**
 * The absolute path of a file or folder below `root`, whether or not it exists; undefined if it is outside, or is
 * reached through a link to the outside.
 */
export function containedPath(root: string, path: string): string | undefined {
  if (path.includes('\0')) return undefined
  const full = resolve(root, path)
  return isAtOrBelow(full, root) && isAtOrBelow(realPath(full), realRoot(root)) ? full : undefined
}

/** The real path of a project's folder. If it cannot be reached, that is an OperationError. */
export function realRoot(root: string): string {
  try {
    return realpathSync(root)
  } catch (error) {
    throw new OperationError('usage', `the project folder "${root}" cannot be read: ${fileFault(error)}`, {
      cause: error,
      help: 'restore the folder, or open another project',
    })
  }
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
