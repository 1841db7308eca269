import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '@scenewright/compiler'

/** The files of a project as they were when they were last looked at; of several names of one file each is that file. */
export interface Texts {
  /** Looks at a file that has not been looked at yet. Whether it had not. */
  look(file: string): boolean
  /** What was seen; undefined of a file that cannot be read. */
  seen(file: string): string | undefined
  /** What tells one file from another, whatever it is called. */
  identity(file: string): string
  /** Writes a file, whole or not at all, unless it holds something else now than was seen. Whether it was written. */
  replace(file: string, text: string): Promise<boolean>
}

/** The texts of the files below `root`. */
export function openTexts(root: string): Texts {
  const seen = new Map<string, string | undefined>()
  const identities = new Map<string, string>()
  const identity = (file: string): string => {
    const known = identities.get(file) ?? realPath(join(root, file))
    identities.set(file, known)
    return known
  }
  return {
    identity,
    look(file) {
      const path = identity(file)
      if (seen.has(path)) return false
      seen.set(path, readText(path))
      return true
    },
    seen: file => seen.get(identity(file)),
    async replace(file, text) {
      const path = identity(file)
      if (seen.get(path) === undefined || readText(path) !== seen.get(path)) return false
      await replaceFile(path, text)
      seen.set(path, text)
      return true
    },
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // It is gone, and cannot be read either.
    return path
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
