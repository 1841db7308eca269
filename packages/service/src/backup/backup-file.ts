import { createHash } from 'node:crypto'
import { createReadStream, type ReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { OperationError } from '@scenewright/model'
import { fileFault, requireEnding } from '@scenewright/model/file-access'

/** The first line of a backup: its version and origin, and its tables. */
export interface BackupHeader {
  readonly format: typeof formatName
  readonly version: 1
  /** The applied migrations of the database. */
  readonly migrations: readonly string[]
  /** In an order in which they can be filled. */
  readonly tables: readonly { readonly name: string; readonly columns: readonly string[] }[]
}

const formatName = 'scenewright-service-backup'

/** The header of a backup of these tables. */
export function backupHeader(parts: Pick<BackupHeader, 'migrations' | 'tables'>): BackupHeader {
  const tables = parts.tables.map(({ name, columns }) => ({ name, columns }))
  return { format: formatName, version: 1, migrations: parts.migrations, tables }
}

/** The header in a line. Throws an OperationError `usage` for any other line, or one of a later version. */
export function readHeader(line: string, path: string): BackupHeader {
  const header = parsed(line)
  if (header?.format !== formatName) throw new OperationError('usage', `"${path}" is not a backup of a service.`)
  if (header.version !== 1) {
    throw new OperationError(
      'usage',
      `"${path}" has the backup format ${String(header.version)}, but only format 1 is supported.`,
      {
        help: 'Restore it with the version of Scenewright that created it, or a later one.',
      },
    )
  }
  // The checksum at the end of the file guarantees its form.
  return header as unknown as BackupHeader
}

function parsed(line: string): { readonly [field: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** More than the length of any row, in bytes: a file without line endings would fill the memory. */
const maxLineLength = 256 * 1024 * 1024
const lineEnd = 0x0a

/** The lines of a backup without the last one, which has the checksum. Rejects like `checkBackupFile`. */
export async function* readBackupLines(path: string): AsyncGenerator<string> {
  let last: Buffer | undefined
  for await (const line of readLines(path)) {
    if (last !== undefined) yield last.toString()
    last = line
  }
}

/**
 * Reads a backup to its end, and verifies its checksum. Rejects with an OperationError `usage` for a missing file, a
 * file that is not a backup, or one that is incomplete or changed.
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
  const stream = openBackup(path).on('error', error => gunzip.destroy(error))
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
      if (length > maxLineLength) throw damaged(path)
    }
  } catch (error) {
    throw refusedFile(path, error)
  } finally {
    stream.destroy()
  }
  if (length > 0) throw damaged(path)
}

function openBackup(path: string): ReadStream {
  try {
    requireEnding(path)
    return createReadStream(path)
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) throw refusedFile(path, cause)
    throw new OperationError('usage', `"${path}" cannot be read: ${cause instanceof Error ? cause.message : cause}.`)
  }
}

/** The lines that end in a chunk, and the beginning of the next one. */
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
  return new OperationError('usage', `"${path}" cannot be read: ${fileFault(error)}.`, { cause: error })
}

function damaged(path: string, cause?: unknown): OperationError {
  return new OperationError('usage', `"${path}" is not a complete backup: a part of it is missing or was changed.`, {
    help: 'Nothing was restored. Use another copy of the file, or another backup.',
    cause,
  })
}
