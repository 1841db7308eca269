import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperationError } from '@scenewright/model'
import { isRunning, type ProcessIdentity, parseProcess, thisProcess } from '@scenewright/model/system'
import type { StoreClock } from './deadline.ts'

/** How long to wait for a lock, in milliseconds: an owner holds it for a few milliseconds. */
const deadlineMs = 2_500
/** How long a lock may be empty because its owner is about to write it, in milliseconds. */
const writingMs = 200

/**
 * Acquires the lock of a folder; resolves with the function that releases it. A lock is a file `lock-<n>`, and the
 * highest number counts: to acquire it is to create the next one, which only one process can. A lock whose owner is
 * dead, or that is empty, is superseded in the same way, so two processes can never hold it at the same time.
 */
export async function takeLock(folder: string, clock: StoreClock): Promise<() => Promise<void>> {
  const deadline = clock.now() + deadlineMs
  for (;;) {
    const highest = await highestLock(folder)
    const holder = highest === 0 ? 'free' : await holderOf(folder, highest, clock)
    if (holder === 'free' && (await take(folder, highest))) return () => giveBack(folder, highest + 1)
    if (clock.now() > deadline) throw heldBy(holder, folder, highest)
    await clock.pause(5 + Math.random() * 15)
  }
}

async function take(folder: string, highest: number): Promise<boolean> {
  const own = highest + 1
  try {
    await writeFile(lockPath(folder, own), JSON.stringify(thisProcess()), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw new OperationError('state', `the lock of "${folder}" cannot be written`, { cause: error })
  }
  if (await isOurs(folder, own)) {
    await tidy(folder, own)
    return true
  }
  await rm(lockPath(folder, own), { force: true })
  return false
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

/** Marks a lock as released. The file is kept, so that the numbers continue to rise. */
async function giveBack(folder: string, number: number): Promise<void> {
  const aside = join(folder, `released-${randomUUID()}`)
  await writeFile(aside, 'null', { mode: 0o600 })
  await rename(aside, lockPath(folder, number))
}

/**
 * Removes the locks with lower numbers, and incomplete files of killed writers: only the owner of the lock writes here.
 */
async function tidy(folder: string, own: number): Promise<void> {
  const names = await readdir(folder)
  const old = names.filter(name => numberOf(name) < own || /^released-|\.new$/.test(name))
  await Promise.all(old.map(name => rm(join(folder, name), { force: true })))
}

async function holderOf(folder: string, number: number, clock: StoreClock): Promise<'free' | ProcessIdentity> {
  const holder = await readHolder(folder, number)
  if (holder !== 'empty') return holder
  await clock.pause(writingMs)
  const later = await readHolder(folder, number)
  return later === 'empty' ? 'free' : later
}

/** The owner of a lock; `free` also if the owner is dead or the file is gone. */
async function readHolder(folder: string, number: number): Promise<'free' | 'empty' | ProcessIdentity> {
  const content = await readFile(lockPath(folder, number), 'utf8').catch(() => 'null')
  if (content.trim() === '') return 'empty'
  const holder = parseProcess(content)
  return holder === undefined || !isRunning(holder) ? 'free' : holder
}

async function highestLock(folder: string): Promise<number> {
  return Math.max(0, ...(await lockNumbers(folder)))
}

async function lockNumbers(folder: string): Promise<number[]> {
  return (await readdir(folder)).map(numberOf).filter(Number.isFinite)
}

/** NaN for other files. */
function numberOf(name: string): number {
  return /^lock-\d{1,15}$/.test(name) ? Number(name.slice('lock-'.length)) : Number.NaN
}

function lockPath(folder: string, number: number): string {
  return join(folder, `lock-${number}`)
}

function heldBy(holder: 'free' | ProcessIdentity, folder: string, number: number): OperationError {
  if (holder === 'free') return new OperationError('state', `the lock of "${folder}" cannot be acquired`)
  const who = `process ${holder.pid} on ${holder.host}`
  return new OperationError('state', `the state is being written by ${who}`, {
    help: `wait for it; if it is certainly no longer running, empty the file "${lockPath(folder, number)}"`,
  })
}
