import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isAtOrBelow, leadsOut, withForwardSlashes } from '@scenewright/model/system'
import type { ModuleReader } from '../parse/source-tree.ts'
import { noOverlay, type Overlay } from './overlay.ts'
import { codeOf, type ReadResult, readReplacement, readSource } from './read-source.ts'

/**
 * Reads the files that sources import. A file outside the project, or reached through a link to outside, is an error.
 */
export function createModuleReader(root: string, overlay: Overlay = noOverlay): ModuleReader {
  const realRoot = realpathSync(root)
  const known = new Map([...overlay].map(([file, text]) => [file, asModule(readReplacement(text))]))
  return {
    read(file) {
      const read = known.get(file) ?? readModule(root, realRoot, file)
      known.set(file, read)
      return read
    },
  }
}

function readModule(root: string, realRoot: string, file: string): ReturnType<ModuleReader['read']> {
  if (leadsOut(file)) return { fault: 'is outside the project' }
  try {
    const path = join(root, file)
    if (!isAtOrBelow(realpathSync(path), realRoot)) return { fault: 'is a link to a place outside the project' }
    const other = otherCase(file, path)
    if (other !== undefined) return { fault: `differs in case: the file is "${other}"` }
    return asModule(readSource(path))
  } catch (error) {
    return { fault: codeOf(error) === 'ENOENT' ? 'does not exist' : `cannot be read (${codeOf(error)})` }
  }
}

function asModule(read: ReadResult): ReturnType<ModuleReader['read']> {
  return 'text' in read ? { text: read.text } : { fault: `cannot be read: ${read.fault}` }
}

/**
 * The name of a file whose case differs from the import. Windows and macOS find it, but the project would fail on
 * Linux, for example in CI.
 */
function otherCase(file: string, path: string): string | undefined {
  if (process.platform !== 'win32' && process.platform !== 'darwin') return undefined
  const named = withForwardSlashes(realpathSync.native(path)).slice(-file.length)
  return named !== file && named.toLowerCase() === file.toLowerCase() ? named : undefined
}
