import { createWriteStream, type WriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { OperationError } from '@scenewright/model'
import { fileFault } from '@scenewright/model/file-access'

/**
 * Writes a file whole, or leaves what is there: `write` gets a file next to the final path, with access only for its
 * owner, which is moved at the end. Rejects with an OperationError `usage` if it cannot be written, and with any other
 * error of `write`.
 */
export async function writeWholeFile(path: string, write: (file: WriteStream) => Promise<void>): Promise<void> {
  const part = `${path}.${process.pid}.part`
  try {
    await write(createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    throw writingFailed(path, error)
  }
}

/** In contrast to an error of the database, one of the file system names a system call. */
function writingFailed(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error
  const hasNoFolder = 'code' in error && error.code === 'ENOENT'
  const fault = hasNoFolder ? 'its folder does not exist' : fileFault(error)
  return new OperationError('usage', `"${path}" cannot be written: ${fault}.`, { cause: error })
}
