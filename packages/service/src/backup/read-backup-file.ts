import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { OperationError } from '@scenewright/model'

/** Longer than any row may be, in bytes: a file that has no line ends would fill the memory. */
const longestLine = 256 * 1024 * 1024
const lineEnd = 0x0a

/** The lines of a backup, the last one with the checksum left out. Rejects as `checkBackupFile` does. */
export async function* readBackupLines(path: string): AsyncGenerator<string> {
  let last: Buffer | undefined
  for await (const line of readLines(path)) {
    if (last !== undefined) yield last.toString()
    last = line
  }
}

/**
 * Reads a backup to its end, and holds it against its checksum. Rejects with an OperationError `usage` for a file that is
 * not there, that is none, or of which anything is missing or changed.
 */
export async function checkBackupFile(path: string): Promise<void> {
  const hash = createHash('sha256')
  let last: Buffer | undefined
  for await (const line of readLines(path)) {
    if (last !== undefined) hash.update(last).update('\n')
    last = line
  }
  const sum = hash.digest('hex')
  if (last?.toString() !== JSON.stringify({ end: true, sha256: sum })) throw damaged(path)
}

async function* readLines(path: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(path).on('error', error => gunzip.destroy(error))
  const gunzip = createGunzip()
  let open: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of stream.pipe(gunzip)) {
      const { lines, rest } = split(chunk)
      for (const line of lines) {
        yield Buffer.concat([...open, line])
        open = []
        length = 0
      }
      open.push(rest)
      length += rest.length
      if (length > longestLine) throw damaged(path)
    }
  } catch (error) {
    throw refusedFile(path, error)
  } finally {
    stream.destroy()
  }
  if (length > 0) throw damaged(path)
}

/** The lines that end in a chunk, and what is begun in it. */
function split(chunk: Buffer): { readonly lines: readonly Buffer[]; readonly rest: Buffer } {
  const lines: Buffer[] = []
  let start = 0
  for (;;) {
    const end = chunk.indexOf(lineEnd, start)
    if (end === -1) return { lines, rest: chunk.subarray(start) }
    lines.push(chunk.subarray(start, end))
    start = end + 1
  }
}

function refusedFile(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error) || error instanceof OperationError) return error
  if (String(error.code).startsWith('Z_')) return damaged(path, error)
  return new OperationError('usage', `"${path}" cannot be read.`, { cause: error })
}

function damaged(path: string, cause?: unknown): OperationError {
  return new OperationError('usage', `"${path}" is no whole backup: something of it is missing or changed.`, {
    help: 'Nothing was restored. Take another copy of the file, or another backup.',
    cause,
  })
}
