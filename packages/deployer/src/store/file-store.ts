import { randomUUID } from 'node:crypto'
import { lstatSync, readlinkSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import { fileFault, makeFolder } from '@scenewright/model/file-access'
import { takeLock } from '@scenewright/model/folder-lock'
import { isTextHash, textHash } from '@scenewright/model/text-hash'
import { type StoreClock, systemClock } from './deadline.ts'
import { DamagedPayload, StateLocked, type StateStore, type Stored, type Swap } from './store.ts'

/**
 * A state in a file: `path` is its document, everything else is in the folder `<path>.d`, or next to the file that a
 * link leads to. For one machine; several processes may use it at once. Nothing is created before the first write.
 */
export function openFileState(named: string, clock: StoreClock = systemClock): StateStore {
  const path = linkTarget(named)
  const folder = `${path}.d`
  const blobs = join(folder, 'payloads')
  return {
    name: named,
    read: () => withReason(path, () => read(path, blobs)),
    compareAndSwap: (expected, text) => withReason(path, () => swap({ path, folder, blobs, clock }, expected, text)),
    putBack: text => withReason(path, () => putBack({ path, folder, clock }, text)),
    putBlob: text => withReason(path, () => putBlob(blobs, text)),
    getBlob: hash => withReason(path, () => getBlob(blobs, hash)),
  }
}

/**
 * Where a link leads, also to a file that is not there yet. Else a write would replace the link, and those who share
 * the file would have two states.
 */
function linkTarget(path: string): string {
  let target = path
  for (let links = 0; links <= maxLinks; links += 1) {
    if (lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target
    target = resolve(dirname(target), readlinkSync(target))
  }
  // Opening it has the reason.
  return path
}

/** As on Linux. */
const maxLinks = 40

async function read(path: string, blobs: string): Promise<Stored | null> {
  const text = await readIfThere(path)
  if (text !== undefined) return { text, token: textHash(text) }
  if (await hasEntries(blobs)) {
    throw new OperationError('state', `the state "${path}" is gone, but its payloads still exist`, {
      help: `restore the file from a copy; only if nothing is deployed anymore, delete "${dirname(blobs)}" as well`,
    })
  }
  return null
}

interface FilePlace {
  readonly path: string
  readonly folder: string
  readonly clock: StoreClock
}

async function swap(
  { path, folder, blobs, clock }: FilePlace & { readonly blobs: string },
  expected: string | null,
  text: string,
): Promise<Swap> {
  makeFolder(folder)
  const giveBack = await lock(folder, clock)
  try {
    const stored = await read(path, blobs)
    if ((stored?.token ?? null) !== expected) return { isSwapped: false }
    await writeSynced(path, text, folder)
    return { isSwapped: true, token: textHash(text) }
  } finally {
    await giveBack()
  }
}

function lock(folder: string, clock: StoreClock): Promise<() => Promise<void>> {
  return takeLock(folder, {
    waits: true,
    clock,
    heldBy({ pid, host }, file) {
      const help = `wait for it; if it is certainly no longer running, empty the file "${file}"`
      return new StateLocked('state', `the state is being written by process ${pid} on ${host}`, { help })
    },
  })
}

async function putBack({ path, folder, clock }: FilePlace, text: string): Promise<Swap> {
  const giveBack = await lock(folder, clock)
  try {
    if ((await readIfThere(path)) !== undefined) return { isSwapped: false }
    await writeSynced(path, text, folder)
    return { isSwapped: true, token: textHash(text) }
  } finally {
    await giveBack()
  }
}

async function putBlob(blobs: string, text: string): Promise<string> {
  const hash = textHash(text)
  const path = join(blobs, `${hash}.json`)
  makeFolder(blobs)
  if ((await readIfThere(path)) !== text) await writeSynced(path, text, blobs)
  return hash
}

async function getBlob(blobs: string, hash: string): Promise<string | undefined> {
  if (!isTextHash(hash)) return undefined
  const text = await readIfThere(join(blobs, `${hash}.json`))
  if (text === undefined || textHash(text) === hash) return text
  throw new DamagedPayload('state', `"${join(blobs, `${hash}.json`)}" is damaged: its content has another hash`, {
    help: 'delete the file; it is written again when the scenario is deployed the next time',
  })
}

/** Afterwards, even after a power failure, the file contains either the whole new text or the old one. */
async function writeSynced(path: string, text: string, aside: string): Promise<void> {
  const draft = join(aside, `${basename(path)}.${randomUUID()}.new`)
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/**
 * The new name is durable only when the folder is. Some systems cannot open a folder; there the rename has to suffice.
 */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => undefined)
  try {
    await folder?.sync()
  } catch {
    return
  } finally {
    await folder?.close()
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function hasEntries(folder: string): Promise<boolean> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  )
  return isThere && (await readdir(folder)).some(name => name.endsWith('.json'))
}

async function withReason<Result>(path: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof OperationError) throw error
    throw new OperationError('state', `the state "${path}" cannot be used: ${fileFault(error)}`, { cause: error })
  }
}
