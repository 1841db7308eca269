import { lstat, mkdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperationError } from '@scenewright/model'
import { isAtOrBelow } from '@scenewright/model/system'
import { count } from '@scenewright/model/text'
import { outputFault, writeWhole } from '../../shell/files.ts'

/** A file to write, relative to the output folder. */
export interface NewFile {
  readonly file: string
  readonly text: string
}

/**
 * Writes files below a folder, each atomically. Without `force`, an existing file is a usage error, and nothing is
 * written. A folder in it that is a link to another place is a usage error: nothing is written outside.
 */
export async function writeSources(folder: string, files: readonly NewFile[], force: boolean): Promise<void> {
  const fault = outputFault(files.map(({ file }) => file))
  if (fault !== undefined) throw new OperationError('usage', `cannot write to "${folder}": ${fault}`)
  if (!force) await refuseExisting(folder, files)
  try {
    await mkdir(folder, { recursive: true })
    const root = await realpath(folder)
    for (const { file, text } of files) await writeBelow(root, join(root, file), text)
  } catch (cause) {
    if (cause instanceof OperationError) throw cause
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new OperationError('usage', `cannot write to "${folder}": ${why}`, { cause })
  }
}

async function refuseExisting(folder: string, files: readonly NewFile[]): Promise<void> {
  const existing: string[] = []
  for (const { file } of files) {
    const found = await lstat(join(folder, file)).catch(() => undefined)
    if (found !== undefined) existing.push(file)
  }
  if (existing[0] === undefined) return
  throw new OperationError(
    'usage',
    `${count(existing.length, 'file')} in "${folder}" already exist: "${existing[0]}"`,
    {
      help: 'use --force to replace them, or choose another folder; nothing was written',
    },
  )
}

async function writeBelow(root: string, file: string, text: string): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true })
  if (!isAtOrBelow(await realpath(folder), root)) {
    throw new OperationError('usage', `cannot write "${file}": its folder is a link to another place`)
  }
  // A link in the place of the file is replaced, and its target stays as it is.
  await writeWhole(file, text, { flag: 'wx' })
}
