import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OperationError } from '@scenewright/model'
import { isRunning, type ProcessIdentity, parseProcess, thisProcess } from '@scenewright/model/system'
import type { StoreClock } from './deadline.ts'

/** How long a lock is waited for, in milliseconds: a holder keeps it for a few. */
const deadlineMs = 2_500
/** How long a lock may be empty because its owner is about to write it, in milliseconds. */
const writingMs = 200

/**
 * Takes the lock of a folder; resolves with what gives it back. A lock is a file `lock-<n>`, and the highest number
 * counts: to take it is to create the next one, which only one can. A lock whose owner is dead, or that is empty, is
 * passed over in the same way, so there is no moment in which two could hold it.
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
 * Ours may be an old number whose successors are at work; and an owner below that looked dead may have been slow to
 * write. Each of two looks after it has written, so at least one of them sees the other.
 */
async function isOurs(folder: string, own: number): Promise<boolean> {
  const others = (await lockNumbers(folder)).filter(number => number !== own)
  if (others.some(number => number > own)) return false
  const holders = await Promise.all(others.map(number => readHolder(folder, number)))
  return holders.every(holder => holder === 'free' || holder === 'empty')
}

/** Marks a lock as given back. It stays, so that the numbers go on rising. */
async function giveBack(folder: string, number: number): Promise<void> {
  const aside = join(folder, `released-${randomUUID()}`)
  await writeFile(aside, 'null', { mode: 0o600 })
  await rename(aside, lockPath(folder, number))
}

/** Removes the locks below ours, and what a writer that was killed left half-written: only a holder writes here. */
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

/** Who holds a lock; `free` also where the owner is dead or the file is gone. */
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

/** NaN for what is no lock. */
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
    help: `wait for it; if it is certainly not running any more, empty the file "${lockPath(folder, number)}"`,
  })
}
