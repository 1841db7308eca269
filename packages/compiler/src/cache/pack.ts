import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs'
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
  try {
    const bytes = readFileSync(path)
    const end = bytes.lastIndexOf(10, bytes.length - 2) + 1
    const content = bytes.subarray(0, end)
    if (`${hmac(seal).update(content).digest('hex')}\n` !== bytes.toString('latin1', end)) return nothing
    return parsePack(content.toString('utf8'), seal)
  } catch {
    return nothing
  }
}

/** One line for the header, then two for each source: the data of its file, and the value. */
function parsePack(text: string, { id }: PackSeal): Pack {
  let start = 0
  const line = () => {
    const end = text.indexOf('\n', start)
    const found = text.slice(start, end)
    start = end + 1
    return found
  }
  const head: { id: string; modules: [string, FileIdentity | null, string][] } = JSON.parse(line())
  if (head.id !== id) return nothing
  const records = new Map<string, CacheRecord>()
  while (start < text.length) {
    const known: [string, FileIdentity | null, string, CacheRecord['dependencies']] = JSON.parse(line())
    const [file, identity, hash, dependencies] = known
    records.set(file, { identity: identity ?? undefined, hash, dependencies, value: line() })
  }
  const modules = head.modules.map(([file, identity, hash]) => {
    return [file, { identity: identity ?? undefined, hash }] as const
  })
  return { modules: new Map(modules), records }
}

/** Writes a pack atomically: another process reads the old one or the new one. */
export function writePack(path: string, seal: PackSeal, pack: Pack): void {
  replaceFile(path, file => writeSigned(file, seal, pack))
}

/** The number of bytes of a signature in hexadecimal digits, and the end of its line. */
const signatureSize = 65

/** Reads the bytes of a file that consists of them; undefined if it is missing, modified, or not signed by this user. */
export function readBytes(path: string, seal: PackSeal): Buffer | undefined {
  try {
    const all = readFileSync(path)
    const bytes = all.subarray(0, -signatureSize)
    return all.toString('latin1', bytes.length) === signBytes(seal, [bytes]) ? bytes : undefined
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
    write(file)
    closeSync(file)
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

function hmac({ key }: PackSeal) {
  return process.getBuiltinModule('node:crypto').createHmac('sha256', key)
}
