import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '@scenewright/compiler/format'

/** The files of a project as they were last read; all names of one file share one text. */
export interface Texts {
  /** Reads a file once; returns false if it was already read. */
  look(file: string): boolean
  /** The text of the file when it was last read; undefined if it cannot be read. */
  seen(file: string): string | undefined
  /** The identity of a file, whatever its name. */
  identity(file: string): string
  /** Writes a file atomically, unless it has changed since it was read. Returns whether it was written. */
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
      const before = seen.get(path)
      if (before === undefined || !(await replaceFile(path, text, () => readText(path) === before))) return false
      seen.set(path, text)
      return true
    },
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // It no longer exists, and cannot be read either.
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
