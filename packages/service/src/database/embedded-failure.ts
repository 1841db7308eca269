import { existsSync, lstatSync, mkdtempSync, readdirSync, rmdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { OperationError } from '@scenewright/model'
import { DatabaseError } from './database-error.ts'
import type { EmbeddedFailure } from './embedded-database.ts'

/** With less free space on the disk, in bytes, the database cannot write: it adds files of 16 MB. */
const minSpace = 16 * 1024 * 1024

/** Why a folder could not be locked: the same error, or an OperationError: `full`, or `usage` without the rights. */
export function lockingFailed(dataFolder: string, error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOSPC') return fullDisk(dataFolder, error)
  const isForbidden = ['EACCES', 'EPERM', 'EROFS'].includes(String(code))
  if (!isForbidden || !(error instanceof OperationError)) return error
  return new OperationError('usage', error.message, { ...(error.help !== undefined && { help: error.help }), cause })
}

/** Why the database in a folder could not be opened: an OperationError `damaged`, `full`, `state` or `usage`. */
export function openingFailed(dataFolder: string, error: unknown): OperationError {
  if (error instanceof OperationError) return error
  if (isFull(dataFolder)) return fullDisk(dataFolder, error)
  const message = error instanceof Error ? error.message : String(error)
  const reason = (error instanceof DatabaseError && error.reason) || message
  if (isRefused(reason)) return refused(dataFolder, reason, error)
  if (!(error instanceof DatabaseError)) {
    return new OperationError('state', `The database in "${dataFolder}" could not be opened: ${message}`, {
      cause: error,
    })
  }
  return damaged(dataFolder, reason, error)
}

/**
 * Throws an OperationError `usage` if this process is root, and the database belongs to another user: that user could
 * not open the files that root adds.
 */
export function requireOwner(dataFolder: string): void {
  const owner = statSync(join(dataFolder, 'pgdata'), { throwIfNoEntry: false })?.uid
  if (owner === undefined || owner === 0 || process.getuid?.() !== 0 || ownerOfNew(dataFolder) === owner) return
  throw new OperationError('usage', `The database in "${dataFolder}" belongs to ${userOf(owner)}, not to root.`, {
    help: 'Run the command as that user, who could not open the files that root adds. Or make root the owner: chown -R 0 <folder>.',
  })
}

/** The owner of what this process adds to a folder: some file systems give all files to one user. */
function ownerOfNew(folder: string): number {
  const added = mkdtempSync(join(folder, 'owner-'))
  try {
    return statSync(added).uid
  } finally {
    rmdirSync(added)
  }
}

/** PGlite has numbers for EACCES and EPERM: 2 and 63. The lock file "exists" if it may not be replaced. */
function isRefused(reason: string): boolean {
  return /EACCES|EPERM|ErrnoError (2|63)\b|Permission denied|Operation not permitted|lock file .*File exists/.test(
    reason,
  )
}

/** The user of this process may not use a file: an OperationError `usage`. */
function refused(dataFolder: string, reason: string, cause: unknown): OperationError {
  const own = process.getuid?.()
  const other = own === undefined ? undefined : firstOfAnotherUser(dataFolder, own)
  if (other === undefined) {
    return new OperationError('usage', `This user may not open the database in "${dataFolder}": ${reason}`, {
      help: 'Give the user of the command the right to read and write all files and folders in it.',
      cause,
    })
  }
  const { path, owner } = other
  return new OperationError('usage', `The file "${path}" of the database belongs to ${userOf(owner)}: ${reason}`, {
    help: `As root, make the user of the command the owner of all files: chown -R ${own} <folder>. Or run the command as ${userOf(owner)}.`,
    cause,
  })
}

function userOf(id: number): string {
  return id === 0 ? 'root' : `the user ${id}`
}

/** The first file or folder, by name, that does not belong to the user. */
function firstOfAnotherUser(path: string, user: number): { readonly path: string; readonly owner: number } | undefined {
  try {
    const stat = lstatSync(path)
    if (stat.uid !== user) return { path, owner: stat.uid }
    const names = stat.isDirectory() ? readdirSync(path).sort() : []
    for (const name of names) {
      const found = firstOfAnotherUser(join(path, name), user)
      if (found !== undefined) return found
    }
  } catch {
    // It has gone, or the user may not read the folder.
  }
  return undefined
}

/** The database of a folder was removed: an OperationError `damaged`. */
export function databaseLost(dataFolder: string, cause?: unknown): OperationError {
  return new OperationError(
    'damaged',
    `The database in "${dataFolder}" is lost: its folder "pgdata" is missing or empty.`,
    {
      help: 'Restore the last backup into it: scenewright service restore --in <file> --data <folder>. For a new database, use an empty folder.',
      cause,
    },
  )
}

/**
 * Why the open database in a folder cannot be used any more: an OperationError `damaged`, `full`, `stuck` or `usage`.
 */
export function embeddedFailed(dataFolder: string, { isStuck, reason }: EmbeddedFailure): OperationError {
  const cause = new Error(reason ?? 'The thread of the embedded database has ended.')
  if (!existsSync(join(dataFolder, 'pgdata'))) return databaseLost(dataFolder, cause)
  if (isFull(dataFolder) || reason?.includes('No space left') === true) return fullDisk(dataFolder, cause)
  if (reason !== undefined && isRefused(reason)) return refused(dataFolder, reason, cause)
  if (reason !== undefined) return damaged(dataFolder, reason, cause)
  const what = isStuck ? 'did not answer any more, and was ended' : 'has ended unexpectedly'
  return new OperationError('stuck', `The database in "${dataFolder}" ${what}.`, {
    help: 'Start the service again; it continues all accepted work. If this happens again, report it.',
    cause,
  })
}

/** The database of a folder cannot be used: an OperationError `damaged`. */
export function damaged(dataFolder: string, reason: string, cause?: unknown): OperationError {
  return new OperationError('damaged', `The database in "${dataFolder}" is damaged, or of another version: ${reason}`, {
    help: 'Keep a copy of the folder. Restore the last backup into a new one: scenewright service restore --in <file> --data <folder>',
    cause,
  })
}

function fullDisk(dataFolder: string, cause: unknown): OperationError {
  return new OperationError('full', `The disk of "${dataFolder}" has no space left for the database.`, {
    help: 'Free at least 100 MB, and start the service again; it continues all accepted work.',
    cause,
  })
}

/** Not if the folder cannot be reached any more, as after its disk was removed. */
function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < minSpace
  } catch {
    return false
  }
}
