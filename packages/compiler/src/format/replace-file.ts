import { realpathSync, renameSync } from 'node:fs'
import { chmod, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { OperationError } from '@scenewright/model'
import { fileFault } from '@scenewright/model/file-access'

/**
 * Replaces the content of a file atomically and keeps its mode. For a link, the target is replaced. `isStill` is called
 * right before: if it returns false, the file stays as it is. Resolves with whether it was replaced. If it cannot be
 * written, or nobody may write it, that is an OperationError.
 */
export async function replaceFile(path: string, text: string, isStill = () => true): Promise<boolean> {
  let part: string | undefined
  try {
    const target = await realpath(path)
    part = join(dirname(target), `.${basename(target)}.${process.pid}.part`)
    const { mode } = await stat(target)
    // The replacement needs only the permissions of the folder, but somebody has locked this file.
    if ((mode & 0o222) === 0) throw new Error('it is write-protected')
    await writeFile(part, text, { flag: 'wx' })
    await chmod(part, mode & 0o7777)
    // Nothing else of this process happens between the last look and the replacement.
    const isReplaced = isStill() && realpathSync(path) === target
    if (isReplaced) renameSync(part, target)
    else await rm(part, { force: true })
    return isReplaced
  } catch (cause) {
    if (part !== undefined) await rm(part, { force: true }).catch(() => {})
    throw new OperationError('usage', `"${path}" cannot be written: ${fileFault(cause)}`, { cause })
  }
}
