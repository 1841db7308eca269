import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { requireUsableName } from './windows-names.ts'

/** Writes a report or a plan to a file, whole or not at all. One that cannot be written is a usage error. */
export async function writeReport(cwd: string, path: string, text: string): Promise<void> {
  const file = resolve(cwd, path)
  requireUsableName(file)
  const part = `${file}.${process.pid}.part`
  try {
    await mkdir(dirname(file), { recursive: true })
    // It may hold customers' words: nobody else on this machine is to read them.
    await writeFile(part, text, { mode: 0o600 })
    await rename(part, file)
  } catch (cause) {
    await rm(part, { force: true }).catch(() => {})
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new OperationError('usage', `cannot write to "${path}": ${why}`, { cause })
  }
}
