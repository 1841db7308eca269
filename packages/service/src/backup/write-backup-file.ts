import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { OperationError } from '@scenewright/model'

/**
 * Writes lines, compressed, and behind them a last one with their checksum. The file is there whole or not at all: it is
 * written beside its place, for its owner alone, and moved there at the end. Rejects with an OperationError `usage`
 * where it cannot be written, and with whatever the lines reject with.
 */
export async function writeBackupFile(path: string, lines: AsyncIterable<string>, signal?: AbortSignal): Promise<void> {
  const part = `${path}.${process.pid}.part`
  const file = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(Readable.from(withChecksum(lines)), createGzip({ level: 4 }), file, { signal })
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    throw isRefusedFile(error) ? new OperationError('usage', `"${path}" cannot be written.`, { cause: error }) : error
  }
}

/** Many lines a chunk: one by one they would be slow. */
async function* withChecksum(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let gathered = ''
  const chunk = () => {
    const bytes = Buffer.from(gathered)
    gathered = ''
    hash.update(bytes)
    return bytes
  }
  for await (const line of lines) {
    gathered += `${line}\n`
    if (gathered.length >= 65_536) yield chunk()
  }
  yield chunk()
  yield Buffer.from(`${JSON.stringify({ end: true, sha256: hash.digest('hex') })}\n`)
}

/** An error of the file system, as against one of the database. */
function isRefusedFile(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error
}
