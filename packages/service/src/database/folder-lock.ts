import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OperationError } from '@scenewright/model'
import { isRunning, type ProcessIdentity, parseProcess, thisProcess } from '@scenewright/model/system'

/** How long a lock may be empty because its owner is about to write it, in milliseconds. */
const writingMs = 200

/**
 * Acquires the lock of a data folder; two processes on one folder would both acknowledge writes, and lose data without
 * an error. A lock whose owner is dead, or that is empty, is taken over. Resolves with the function that releases it;
 * rejects with an OperationError with the code `state` that names the owner.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const path = join(folder, 'lock')
  const own = `${JSON.stringify(thisProcess())}\n`
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (create(path, own)) return () => giveBack(path, own)
    const held = await readSettled(path)
    const holder = parseProcess(held ?? '')
    if (holder !== undefined && isRunning(holder)) throw heldBy(holder, folder)
    if (held !== undefined) takeAway(path, held)
  }
  throw new OperationError(
    'state',
    `The lock of "${folder}" could not be acquired: other processes acquire it at the same time.`,
  )
}

function create(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw new OperationError('state', `The lock "${path}" could not be written.`, { cause: error })
  }
}

/** The lock's content, or undefined if it is gone. For an empty one, waits as long as its owner needs to write it. */
async function readSettled(path: string): Promise<string | undefined> {
  const content = read(path)
  if (content !== '') return content
  await wait(writingMs)
  return read(path)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Moves the dead lock away. Only one of several processes can; a fresh lock that was created in between is put back.
 */
function takeAway(path: string, dead: string): void {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (read(aside) === dead) rmSync(aside, { force: true })
  else renameSync(aside, path)
}

function giveBack(path: string, own: string): void {
  if (read(path) === own) rmSync(path, { force: true })
}

function heldBy(holder: ProcessIdentity, folder: string): OperationError {
  return new OperationError(
    'state',
    `The data folder "${folder}" is in use by process ${holder.pid} on ${holder.host}.`,
    {
      help: `Stop that process, or use another folder. If it is certainly not running, delete "${join(folder, 'lock')}".`,
    },
  )
}
