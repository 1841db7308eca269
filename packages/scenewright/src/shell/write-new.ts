import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperationError } from '@scenewright/model'
import { requireUsableName } from './windows-names.ts'

/** Writes a file that must not be there yet, and its folder. With `force` one that is there is replaced. */
export async function writeNew(file: string, text: string, force: boolean): Promise<void> {
  requireUsableName(file)
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text, { flag: force ? 'w' : 'wx' })
  } catch (cause) {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    throw new OperationError('usage', exists ? `"${file}" is there already` : `cannot write "${file}": ${cause}`, {
      cause,
      ...(exists && { help: '--force replaces it' }),
    })
  }
}
