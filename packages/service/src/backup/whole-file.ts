import { createWriteStream, type WriteStream } from 'node:fs'
import { readlink, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { fileFault } from '@scenewright/model/file-access'
import { type DatabaseLocation, isOwnPath } from '../database/open-database.ts'

/**
 * Writes a file whole, or leaves what is there: `write` gets a file next to the final path, with access only for its
 * owner, which is moved at the end. A link stays, and what it leads to is written. Rejects with an OperationError `usage`
 * if it cannot be written, and with any other error of `write`.
 */
export async function writeWholeFile(path: string, write: (file: WriteStream) => Promise<void>): Promise<void> {
  const target = await followed(path)
  const part = `${target}.${process.pid}.part`
  try {
    await write(createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(part, target)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw writingFailed(path, error)
  }
}

/** Rejects with an OperationError `usage` if a path leads to one of the service's own files in the data folder. */
export async function requireForeignFile(path: string, { dataFolder }: DatabaseLocation): Promise<void> {
  if (dataFolder === undefined || !(await isOwnFile(dataFolder, await followed(path)))) return
  throw new OperationError('usage', `"${path}" is a file of the service itself, and nothing else is written to it.`, {
    help: 'Choose another name.',
  })
}

async function isOwnFile(dataFolder: string, file: string): Promise<boolean> {
  const real = (folder: string) => realpath(folder).catch(() => folder)
  return isOwnPath(relative(await real(dataFolder), join(await real(dirname(file)), basename(file))))
}

/** As many links in a row as Linux follows. */
const maxLinks = 40

/** The path to which links lead, also if there is no file yet. */
async function followed(path: string): Promise<string> {
  let target = path
  for (let links = 0; links < maxLinks; links += 1) {
    const link = await readlink(target).catch(() => undefined)
    if (link === undefined) break
    target = resolve(await realpath(dirname(target)), link)
  }
  return target
}

/** In contrast to an error of the database, one of the file system names a system call. */
function writingFailed(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error
  const hasNoFolder = 'code' in error && error.code === 'ENOENT'
  const fault = hasNoFolder ? 'its folder does not exist' : fileFault(error)
  return new OperationError('usage', `"${path}" cannot be written: ${fault}.`, { cause: error })
}
