import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OperationError } from '@scenewright/model'

/** Far above any document or list of messages that a person would write. */
const largestInput = 64 * 1024 * 1024

/** The text of a file that the caller names. One that cannot be read is a usage error. */
export async function readInput(cwd: string, path: string): Promise<string> {
  const file = resolve(cwd, path)
  try {
    const { size } = await stat(file)
    if (size > largestInput) throw new Error(`it has ${size} bytes; the most is ${largestInput}`)
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file))
  } catch (cause) {
    const why = cause instanceof Error ? reason(cause) : String(cause)
    throw new OperationError('usage', `cannot read "${path}": ${why}`, { cause })
  }
}

function reason(error: Error & { readonly code?: unknown }): string {
  if (error.code === 'ENOENT') return 'there is no such file'
  if (error.code === 'EISDIR') return 'it is a folder'
  if (error.code === 'EACCES') return 'permission denied'
  if (error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return 'it is not UTF-8'
  return error.message
}
