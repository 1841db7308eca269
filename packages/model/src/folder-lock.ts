import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { OperationError } from './errors.ts'
import { fileFault } from './file-access.ts'
import { isRunning, type ProcessIdentity, parseProcess, thisProcess } from './system.ts'

/** How long to try while other processes acquire the lock at the same time, in milliseconds. */
const deadlineMs = 2_500
/** How long a lock may be empty because its owner is about to write it, in milliseconds. */
const writingMs = 200
/** Readable for all users: one that cannot read a lock cannot tell whether it is held. */
const mode = 0o644

/** The clock and timers of a lock. */
interface LockClock {
  /** Milliseconds, on a monotonic clock. */
  now(): number
  pause(ms: number): Promise<void>
}

const systemClock: LockClock = { now: () => performance.now(), pause: ms => setTimeout(ms) }

interface LockOptions {
  /** Whether to wait for an owner that holds the lock for a few milliseconds; else its lock is an error at once. */
  readonly waits: boolean
  /** The error about a living owner; `file` is its lock, which a person can empty if the owner does not run. */
  readonly heldBy: (owner: ProcessIdentity, file: string) => OperationError
  readonly clock?: LockClock
}

/**
 * Acquires the lock of an existing folder; resolves with the function that releases it. A lock is a file `lock-<n>`, and
 * the highest number counts: to acquire it is to create the next one, which only one process can. A lock whose owner is
 * dead, or that is empty, is superseded in the same way, so two processes can never hold it at the same time. A file
 * `lock`, the data folder's lock of earlier versions, has the number 0. Rejects with an OperationError with the code
 * `state`.
 */
export async function takeLock(
  folder: string,
  { waits, heldBy, clock = systemClock }: LockOptions,
): Promise<() => Promise<void>> {
  const deadline = clock.now() + deadlineMs
  for (;;) {
    const highest = await highestLock(folder)
    const holder = await awaitHolder(folder, highest, clock)
    if (holder === 'free' && (await take(folder, highest))) return () => giveBack(folder, highest + 1)
    const isOver = clock.now() > deadline
    if (holder !== 'free' && (isOver || !waits)) throw heldBy(holder, lockPath(folder, highest))
    if (isOver) throw new OperationError('state', `the lock of "${folder}" cannot be acquired`)
    await clock.pause(5 + Math.random() * 15)
  }
}

async function take(folder: string, highest: number): Promise<boolean> {
  const own = highest + 1
  try {
    await writeFile(lockPath(folder, own), JSON.stringify(thisProcess()), { flag: 'wx', mode })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw new OperationError('state', `the lock of "${folder}" cannot be written: ${fileFault(error)}`, {
      help: 'make sure that there is free space, and that this user may write to the folder',
      cause: error,
    })
  }
  let isTaken = false
  try {
    isTaken = await isOurs(folder, own)
  } finally {
    if (!isTaken) await rm(lockPath(folder, own), { force: true })
  }
  // The lock is held also if something cannot be removed.
  if (isTaken) await tidy(folder, own).catch(() => {})
  return isTaken
}

/**
 * Our number may be old, with active successors; and an owner with a lower number that looked dead may have been slow
 * to write. Each of two processes checks after it has written, so at least one of them sees the other.
 */
async function isOurs(folder: string, own: number): Promise<boolean> {
  const others = (await lockNumbers(folder)).filter(number => number !== own)
  if (others.some(number => number > own)) return false
  const holders = await Promise.all(others.map(number => readHolder(folder, number)))
  return holders.every(holder => holder === 'free' || holder === 'empty')
}

/**
 * Marks a lock as released. The file is kept, so that the numbers continue to rise. On a full disk it becomes empty,
 * which costs the next owner a short wait.
 */
async function giveBack(folder: string, number: number): Promise<void> {
  const aside = join(folder, `released-${randomUUID()}`)
  try {
    await writeFile(aside, 'null', { mode })
    await rename(aside, lockPath(folder, number))
  } catch {
    await truncate(lockPath(folder, number)).catch(() => {})
    await rm(aside, { force: true })
  }
}

const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
/** What killed writers leave: a release of a lock, or a draft of a state. */
const leftOver = new RegExp(`^released-${uuid}$|\\.${uuid}\\.new$`)

/**
 * Removes the locks with lower numbers, and incomplete files of killed writers: only the owner of the lock writes here.
 */
async function tidy(folder: string, own: number): Promise<void> {
  const names = await readdir(folder)
  const old = names.filter(name => lockNumber(name) < own || leftOver.test(name))
  await Promise.all(old.map(name => rm(join(folder, name), { force: true })))
}

async function awaitHolder(folder: string, number: number, clock: LockClock): Promise<'free' | ProcessIdentity> {
  const holder = await readHolder(folder, number)
  if (holder !== 'empty') return holder
  await clock.pause(writingMs)
  const later = await readHolder(folder, number)
  return later === 'empty' ? 'free' : later
}

/** The owner of a lock; `free` also if the owner is dead or the file is gone. */
async function readHolder(folder: string, number: number): Promise<'free' | 'empty' | ProcessIdentity> {
  const content = await readFile(lockPath(folder, number), 'utf8').catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    // There is no file at a path that is too long.
    if (code === 'ENOENT' || code === 'ENAMETOOLONG') return 'null'
    // While it is replaced, Windows refuses to open it.
    if (process.platform === 'win32' && (code === 'EPERM' || code === 'EBUSY')) return ''
    throw new OperationError('state', `the lock of "${folder}" cannot be read: ${fileFault(error)}`, {
      help: `make sure that this user may read "${lockPath(folder, number)}"`,
      cause: error,
    })
  })
  if (content.trim() === '') return 'empty'
  const holder = parseProcess(content)
  return holder === undefined || !isRunning(holder) ? 'free' : holder
}

async function highestLock(folder: string): Promise<number> {
  return Math.max(0, ...(await lockNumbers(folder)))
}

async function lockNumbers(folder: string): Promise<number[]> {
  return (await readdir(folder)).map(lockNumber).filter(Number.isFinite)
}

/** NaN for other files. */
function lockNumber(name: string): number {
  if (name === 'lock') return 0
  return /^lock-\d{1,15}$/.test(name) ? Number(name.slice('lock-'.length)) : Number.NaN
}

function lockPath(folder: string, number: number): string {
  return join(folder, number === 0 ? 'lock' : `lock-${number}`)
}
