import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, OperationError } from '@scenewright/model'
import { fileFault } from '@scenewright/model/file-access'
import { textHash } from '@scenewright/model/text-hash'
import { writeWhole } from '../../shell/files.ts'

/** What a person decided on a message. */
export type TriageDecision = 'example' | 'exclusion' | 'test' | 'skipped'

/** The messages that were decided on, by their hashes, so that a second run continues. */
export interface TriageProgress {
  isDecided(message: string): boolean
  record(message: string, decision: TriageDecision): Promise<void>
  /** Makes the message open again. */
  forget(message: string): Promise<void>
}

/**
 * The progress in a project, in `.scenewright/triage`, which git ignores. It contains no message. Each change is
 * written at once. An unreadable file is a usage error.
 */
export function openProgress(root: string): TriageProgress {
  const folder = join(root, '.scenewright/triage')
  const file = join(folder, 'progress.json')
  const decided = readDecided(file)
  const write = async () => {
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, '.gitignore'), '*\n')
      await writeWhole(file, `${JSON.stringify({ version: 1, decided: Object.fromEntries(decided) }, null, 2)}\n`)
    } catch (cause) {
      throw new OperationError('usage', `the progress cannot be written: ${fileFault(cause)}`, { cause })
    }
  }
  return {
    isDecided: message => decided.has(textHash(message)),
    async record(message, decision) {
      decided.set(textHash(message), decision)
      await write()
    },
    async forget(message) {
      decided.delete(textHash(message))
      await write()
    },
  }
}

function readDecided(file: string): Map<string, unknown> {
  if (!existsSync(file)) return new Map()
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isObject(value) && isObject(value.decided)) return new Map(Object.entries(value.decided))
  } catch {
    // The same error as for other content.
  }
  throw new OperationError('usage', `"${file}" is not the progress of a triage`, {
    help: 'delete it to begin again',
  })
}
