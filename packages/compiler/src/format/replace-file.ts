import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OperationError } from '@scenewright/model'

/**
 * Replaces the content of a file atomically and keeps its mode. For a link, the target is replaced. If it cannot be
 * written, that is an OperationError.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path)
  const part = join(dirname(target), `.${basename(target)}.${process.pid}.part`)
  try {
    const { mode } = await stat(target)
    await writeFile(part, text, { flag: 'wx' })
    await chmod(part, mode & 0o7777)
    await rename(part, target)
  } catch (cause) {
    await rm(part, { force: true })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OperationError('usage', `"${path}" cannot be written: ${reason}`, { cause })
  }
}
