import { lstat, open, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperationError } from '@scenewright/model'
import { fileFault, makeFolder } from '@scenewright/model/file-access'
import { isAtOrBelow } from '@scenewright/model/system'
import { count } from '@scenewright/model/text'
import { outputFault } from '../../shell/files.ts'

/** A file to write, relative to the output folder. */
export interface NewFile {
  readonly file: string
  readonly text: string
}

/**
 * Writes files below a folder: all of them, or none. Without `force`, an existing file is a usage error. A folder in it
 * that is a link to another place is a usage error: nothing is written outside.
 */
export async function writeSources(folder: string, files: readonly NewFile[], force: boolean): Promise<void> {
  const fault = outputFault(files.map(({ file }) => file))
  if (fault !== undefined) throw new OperationError('usage', `cannot write to "${folder}": ${fault}`)
  if (!force) await refuseExisting(folder, files)
  const written: Written = { folders: [], files: [] }
  try {
    written.folders.push(...makeFolder(folder))
    const root = await realpath(folder)
    const parts: Part[] = []
    for (const { file, text } of files) parts.push(await writePart(root, join(root, file), { text, written }))
    // What is likely to fail was done for all files.
    for (const { file, part } of parts) {
      await rename(part, file)
      if (!force) written.files.push(file)
    }
  } catch (cause) {
    await remove(written)
    if (cause instanceof OperationError) throw cause
    throw new OperationError('usage', `cannot write to "${folder}": ${fileFault(cause)}`, { cause })
  }
}

/** What was created, and must be removed after a failure. */
interface Written {
  /** Each after those that contain it. */
  readonly folders: string[]
  readonly files: string[]
}

/** Removes the files, and the folders that are empty then. */
async function remove({ folders, files }: Written): Promise<void> {
  for (const file of files) await rm(file, { force: true }).catch(() => {})
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => {})
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

/** A complete file, and its place. */
interface Part {
  readonly part: string
  readonly file: string
}

/** Writes a file under another name next to it. */
async function writePart(
  root: string,
  file: string,
  { text, written }: { readonly text: string; readonly written: Written },
): Promise<Part> {
  const folder = dirname(file)
  written.folders.push(...makeFolder(folder))
  if (!isAtOrBelow(await realpath(folder), root)) {
    throw new OperationError('usage', `cannot write "${file}": its folder is a link to another place`)
  }
  // A link in the place of the file is replaced, and its target stays as it is; a folder cannot be replaced.
  const present = await lstat(file).catch(() => undefined)
  if (present?.isDirectory()) throw new OperationError('usage', `cannot write "${file}": it is a folder`)
  const part = `${file}.${process.pid}.part`
  const handle = await open(part, 'wx')
  written.files.push(part)
  await handle.writeFile(text).finally(() => handle.close())
  return { file, part }
}
