import type { Hmac } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import type { FileIdentity } from './file-identity.ts'

/** The cached data of a file: the hash of its content, and the identity that shows it is unchanged. */
export interface KnownFile {
  readonly identity: FileIdentity | undefined
  readonly hash: string
}

/** The cached data of a source. */
export interface CacheRecord extends KnownFile {
  /** The other files that it imports, each with its hash at that time, or the reason why it could not be read. */
  readonly dependencies: readonly (readonly [file: string, hash: string])[]
  /** JSON. */
  readonly value: string
}

/** The contents of one file of the cache, by the names of the sources. */
export interface Pack {
  readonly modules: ReadonlyMap<string, KnownFile>
  readonly records: ReadonlyMap<string, CacheRecord>
}

/** The subject of a pack, and the secret that signs it. A pack with another subject is ignored. */
export interface PackSeal {
  readonly id: string
  readonly key: Buffer
}

const nothing: Pack = { modules: new Map(), records: new Map() }
/** In characters. A larger text would take memory that is new to the process, and slow to use for the first time. */
const chunk = 1 << 16

/** Reads a pack; returns an empty one if it is missing, truncated, modified, or not signed by this user. */
export function readPack(path: string, seal: PackSeal): Pack {
  const { see, pack } = createPackParser(seal)
  return readSigned(path, hmac(seal), see) === undefined ? nothing : (pack() ?? nothing)
}

/** One line for the header, then two for each source: the data of its file, and the value. */
function createPackParser({ id }: PackSeal) {
  let head: { id: string; modules: [string, FileIdentity | null, string][] } | undefined
  let known: [string, FileIdentity | null, string, CacheRecord['dependencies']] | undefined
  const records = new Map<string, CacheRecord>()
  const take = (line: string): void => {
    if (head === undefined) head = JSON.parse(line)
    else if (known === undefined) known = JSON.parse(line)
    else {
      const [file, identity, hash, dependencies] = known
      records.set(file, { identity: identity ?? undefined, hash, dependencies, value: line })
      known = undefined
    }
  }
  return {
    /** Takes the lines at the start of some bytes. Returns the number of bytes of these lines. */
    see(bytes: Buffer): number {
      const size = bytes.lastIndexOf(10) + 1
      const text = bytes.toString('utf8', 0, size)
      for (let start = 0; start < text.length; ) {
        const end = text.indexOf('\n', start)
        take(text.slice(start, end))
        start = end + 1
      }
      return size
    },
    pack(): Pack | undefined {
      if (head?.id !== id) return undefined
      const modules = head.modules.map(([file, identity, hash]) => {
        return [file, { identity: identity ?? undefined, hash }] as const
      })
      return { modules: new Map(modules), records }
    },
  }
}

/** Writes a pack atomically: another process reads the old one or the new one. */
export function writePack(path: string, seal: PackSeal, pack: Pack): void {
  replaceFile(path, file => writeSigned(file, seal, pack))
}

/** The number of bytes of a signature in hexadecimal digits, and the end of its line. */
const signatureSize = 65

/** Reads the bytes of a file that consists of them; undefined if it is missing, modified, or not signed by this user. */
export function readBytes(path: string, seal: PackSeal): Buffer | undefined {
  let found: Buffer | undefined
  let at = 0
  const signature = hmac(seal).update(seal.id).update('\n')
  const size = readSigned(path, signature, (bytes, all) => {
    found ??= Buffer.allocUnsafeSlow(all)
    at += bytes.copy(found, at)
    return bytes.length
  })
  return size === undefined ? undefined : (found ?? Buffer.alloc(0))
}

/** No file of a cache is larger. One that somebody has planted must not fill the memory. */
const maxSize = 1 << 29

/**
 * The memory that files are read into, part by part. Where memory is mapped slowly, as in some virtual machines, each new
 * page takes 25 microseconds if the system fills it, and 14 if the program does. Created when it is needed: a page in a
 * browser includes this file, and has no `Buffer`.
 */
let shared: Buffer | undefined
const partSize = 1 << 18

/**
 * Reads the content of a signed file, before its signature, part by part. `see` gets the bytes that it has not taken yet
 * and the size of the content, and returns how many of them it takes. Returns the size; undefined if the file is missing,
 * modified, or not signed by this user: then what `see` got means nothing.
 */
function readSigned(path: string, signature: Hmac, see: (bytes: Buffer, size: number) => number): number | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      const size = fstatSync(file).size - signatureSize
      if (size > maxSize) return undefined
      shared ??= Buffer.allocUnsafeSlow(partSize)
      let memory = shared
      let left = 0
      for (let at = 0; at < size; ) {
        // A line is longer than the memory.
        if (left === memory.length) memory = Buffer.concat([memory], memory.length * 2)
        const count = readSync(file, memory, left, Math.min(memory.length - left, size - at), at)
        if (count === 0) return undefined
        signature.update(memory.subarray(left, left + count))
        at += count
        const taken = see(memory.subarray(0, left + count), size)
        left = memory.copy(memory, 0, taken, left + count)
      }
      const read = readSync(file, memory, 0, signatureSize, size)
      const isSigned = memory.toString('latin1', 0, read) === `${signature.digest('hex')}\n`
      return isSigned && left === 0 ? size : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/** Writes this file atomically, one part after the other. */
export function writeBytes(path: string, seal: PackSeal, parts: readonly Uint8Array[]): void {
  replaceFile(path, file => {
    for (const part of parts) writeFileSync(file, part)
    writeFileSync(file, signBytes(seal, parts))
  })
}

function signBytes(seal: PackSeal, parts: readonly Uint8Array[]): string {
  const signature = hmac(seal).update(seal.id).update('\n')
  for (const part of parts) signature.update(part)
  return `${signature.digest('hex')}\n`
}

function replaceFile(path: string, write: (file: number) => void): void {
  const own = `${path}.${process.pid}.tmp`
  const file = openSync(own, 'w')
  try {
    try {
      write(file)
    } finally {
      closeSync(file)
    }
    renameSync(own, path)
  } catch (error) {
    rmSync(own, { force: true })
    throw error
  }
}

function writeSigned(file: number, seal: PackSeal, { modules, records }: Pack): void {
  const signature = hmac(seal)
  let waiting = ''
  const flush = () => {
    signature.update(waiting)
    writeSync(file, waiting)
    waiting = ''
  }
  const known = Array.from(modules, ([name, { identity, hash }]) => [name, identity ?? null, hash])
  waiting = `${JSON.stringify({ id: seal.id, modules: known })}\n`
  for (const [name, { identity, hash, dependencies, value }] of records) {
    waiting += `${JSON.stringify([name, identity ?? null, hash, dependencies])}\n${value}\n`
    if (waiting.length > chunk) flush()
  }
  flush()
  writeSync(file, `${signature.digest('hex')}\n`)
}

function hmac({ key }: PackSeal): Hmac {
  return process.getBuiltinModule('node:crypto').createHmac('sha256', key)
}
