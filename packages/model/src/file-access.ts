import { mkdirSync, type Stats, statSync } from 'node:fs'
import { devNull } from 'node:os'
import { dirname } from 'node:path'
import { OperationError } from './errors.ts'

/** Why a file cannot be used, by the codes of the file system. */
const faults: { readonly [code: string]: string } = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link to itself',
  ENAMETOOLONG: 'its name is too long',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  EFBIG: 'it is too large for the file system, or for a limit of this process',
  EMFILE: 'too many files are open',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8; save it as UTF-8',
}

/** Why a file cannot be used, from the error of an access to it, for example `it does not exist`. */
export function fileFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return knownFault(error) ?? error.message
}

/** The same for an error of the file system that people can do something about; undefined for any other. */
export function knownFault(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  // A file is in the place of a folder to create.
  const isFile = error.code === 'EEXIST' && 'syscall' in error && error.syscall === 'mkdir'
  return faults[isFile ? 'ENOTDIR' : String(error.code)]
}

/** A text from a file. Throws for one with a zero byte, such as UTF-16 that was read as UTF-8. */
export function requireUtf8(text: string): string {
  if (text.includes('\0')) throw new Error('it contains a zero byte, so it is not UTF-8 text; save it as UTF-8')
  return text
}

/** What is at a path, with links followed; undefined if there is nothing, or nothing that can be reached. */
export function statsAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * Creates a folder, and its parents. Returns the created ones, each after its parent. The recursive way of Node never
 * ends in a folder such as `/proc`, which takes no new ones; here that is an OperationError `usage`. `mode`: the
 * permissions of the created ones.
 */
export function makeFolder(path: string, mode?: number): readonly string[] {
  if (isFolder(path)) return []
  const parent = dirname(path)
  const created = parent === path ? [] : makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
    return [...created, path]
  } catch (error) {
    // Another process may have created it meanwhile.
    if (isFolder(path)) return created
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    throw new OperationError('usage', `no folder can be created in "${parent}"`, { cause: error })
  }
}

function isFolder(path: string): boolean {
  return statsAt(path)?.isDirectory() === true
}

/**
 * Throws for a file to read that may have no end: a device, or a named pipe, where not even a signal would end the wait
 * for a writer. A pipe of this process, such as `/dev/stdin` or the one of `<(…)` in a shell, is allowed. Throws also if
 * there is no such file.
 */
export function requireEnding(file: string): void {
  const stats = statSync(file)
  if (stats.isFile() || stats.isDirectory() || file === devNull) return
  if (!stats.isFIFO()) throw new Error('it is a device')
  if (!ownStream.test(file)) throw new Error('it is a named pipe')
}

/**
 * Whether a file to write is a device or a stream of this process, such as `/dev/stdout`: it is written to in place, since
 * another file in its place would destroy it. Throws for a folder, and for a named pipe, which might wait for a reader.
 */
export function isStream(file: string): boolean {
  const stats = statsAt(file)
  if (ownStream.test(file) || stats?.isCharacterDevice() || stats?.isBlockDevice()) return true
  if (stats?.isFIFO()) throw new Error('it is a named pipe')
  if (stats?.isDirectory()) throw new Error('it is a folder')
  return false
}

/** An OperationError `usage` for a file that cannot be replaced by another; `name` is what the user calls it. */
export function requireReplaceable(file: string, name: string = file): void {
  let fault = 'it is a device'
  try {
    if (!isStream(file)) return
  } catch (error) {
    fault = fileFault(error)
  }
  throw new OperationError('usage', `cannot write "${name}": ${fault}`)
}

const ownStream = /^\/dev\/(?:std(?:in|out|err)|fd\/\d+)$|^\/proc\/(?:self|\d+)\/fd\/\d+$/
