import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ModuleReader } from '../parse/source-tree.ts'
import { isAtOrBelow } from './discover.ts'
import { codeOf } from './error-code.ts'
import { readSource } from './read-source.ts'

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
  if (file === '..' || file.startsWith('../') || file.startsWith('/')) return { fault: 'lies outside of the project' }
  try {
    const path = join(root, file)
    if (!isAtOrBelow(realpathSync(path), realRoot)) return { fault: 'is a link that leads out of the project' }
    const read = readSource(path)
    return 'text' in read ? { text: read.text } : { fault: `cannot be read: ${read.fault}` }
  } catch (error) {
    return { fault: codeOf(error) === 'ENOENT' ? 'is not there' : `cannot be read (${codeOf(error)})` }
  }
}
