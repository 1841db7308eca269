import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isAtOrBelow, leadsOut, withForwardSlashes } from '@scenewright/model/system'
import type { ModuleReader } from '../parse/source-tree.ts'
import { codeOf, readSource } from './read-source.ts'

/** Reads the files that sources import. What lies outside of the project, or is reached by a link out of it, is a fault. */
export function createModuleReader(root: string): ModuleReader {
  const realRoot = realpathSync(root)
  const known = new Map<string, ReturnType<ModuleReader['read']>>()
  return {
    read(file) {
      const read = known.get(file) ?? readModule(root, realRoot, file)
      known.set(file, read)
      return read
    },
  }
}

function readModule(root: string, realRoot: string, file: string): ReturnType<ModuleReader['read']> {
  if (leadsOut(file)) return { fault: 'lies outside of the project' }
  try {
    const path = join(root, file)
    if (!isAtOrBelow(realpathSync(path), realRoot)) return { fault: 'is a link that leads out of the project' }
    const other = otherCase(file, path)
    if (other !== undefined) return { fault: `has another case: the file is "${other}"` }
    const read = readSource(path)
    return 'text' in read ? { text: read.text } : { fault: `cannot be read: ${read.fault}` }
  } catch (error) {
    return { fault: codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${codeOf(error)})` }
  }
}

/**
 * The name of a file that is asked for in another case. Windows and macOS find it, and then the project works there and
 * fails on Linux, in CI say.
 */
function otherCase(file: string, path: string): string | undefined {
  if (process.platform !== 'win32' && process.platform !== 'darwin') return undefined
  const named = withForwardSlashes(realpathSync.native(path)).slice(-file.length)
  return named !== file && named.toLowerCase() === file.toLowerCase() ? named : undefined
}
