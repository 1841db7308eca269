import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OperationError } from '../src/errors.ts'
import { takeLock } from '../src/folder-lock.ts'
import { thisProcess } from '../src/system.ts'

let folder: string
const lockFile = (name = 'lock-1') => join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A clock that a pause moves on, so that nobody waits. */
function testClock() {
  let now = 0
  return {
    now: () => now,
    async pause(ms: number) {
      now += ms
    },
  }
}

function lock({ at = folder, waits = false, clock = testClock() } = {}) {
  return takeLock(at, {
    waits,
    clock,
    heldBy: ({ pid, host }, file) => new OperationError('state', `${pid} on ${host}`, { help: file }),
  })
}

test('a folder is locked once, and free again after its release', async () => {
  const release = await lock()
  const own = `${process.pid} on ${hostname()}`
  await expect(lock()).rejects.toMatchObject({ code: 'state', message: own, help: lockFile() })
  await release()
  await (await lock())()
  expect(readdirSync(folder)).toEqual(['lock-2'])
})

test('a waiting process gets a lock after its release', async () => {
  const release = await lock()
  const clock = testClock()
  const pause = async (ms: number) => {
    await clock.pause(ms)
    if (clock.now() > 1000) await release()
  }
  await lock({ waits: true, clock: { ...clock, pause } })
  expect(JSON.parse(readFileSync(lockFile('lock-2'), 'utf8'))).toEqual(thisProcess())
})

test('a lock that cannot be written is reported with the reason', async () => {
  // Not even root can create a file whose path is too long.
  const longestPath = 4095
  let deep = folder
  while (deep.length < longestPath - 200) deep = join(deep, 'a'.repeat(100))
  deep = join(deep, 'a'.repeat(longestPath - '/'.length - deep.length))
  mkdirSync(deep, { recursive: true })
  await expect(lock({ at: deep })).rejects.toMatchObject({
    code: 'state',
    message: expect.stringContaining('cannot be written: its name is too long'),
    help: expect.anything(),
  })
})

test.each(['lock', 'lock-1'])('a lock that cannot be read is not taken: %s', async name => {
  // Root can read every file, but no folder.
  mkdirSync(lockFile(name))
  await expect(lock()).rejects.toMatchObject({
    code: 'state',
    message: expect.stringContaining('cannot be read: it is a folder'),
    help: expect.stringContaining(lockFile(name)),
  })
  expect(readdirSync(folder)).toEqual([name])
})

test('a lower lock that cannot be read is not taken, and no lock is left', async () => {
  mkdirSync(lockFile('lock'))
  writeFileSync(lockFile('lock-1'), 'null')
  await expect(lock()).rejects.toMatchObject({ code: 'state' })
  expect(readdirSync(folder)).toEqual(['lock', 'lock-1'])
})

test('a lock is readable for other users, held and released', async () => {
  const plain = join(folder, 'plain')
  writeFileSync(plain, '', { mode: 0o644 })
  const modeOf = (path: string) => statSync(path).mode & 0o777
  const release = await lock()
  expect(modeOf(lockFile())).toBe(modeOf(plain))
  await release()
  expect(modeOf(lockFile())).toBe(modeOf(plain))
})

test('a lock is acquired and released also if a left-over cannot be removed', async () => {
  mkdirSync(join(folder, `released-${randomUUID()}`))
  await (await lock())()
  expect(readFileSync(lockFile(), 'utf8')).toBe('null')
})

test('what killed writers left is removed, and no other file', async () => {
  const others = ['header.key.new', 'released-notes', 'x.new', `released-${randomUUID()}.txt`].toSorted()
  for (const name of [...others, `released-${randomUUID()}`, `state.json.${randomUUID()}.new`]) {
    writeFileSync(join(folder, name), '')
  }
  await (await lock())()
  expect(readdirSync(folder).toSorted()).toEqual([...others, 'lock-1'].toSorted())
})

test.each<[string, () => string]>([
  ['an empty lock', () => ''],
  ['a lock that is not JSON', () => '{"pid":'],
  ['the lock of a process that has ended', () => JSON.stringify({ ...thisProcess(), pid: 2 ** 22 + 1 })],
  ['the lock of an earlier process with the same id', () => JSON.stringify({ ...thisProcess(), started: 'before/1' })],
])('%s is replaced, also that of an earlier version', async (_name, content) => {
  for (const [name, next] of [
    ['lock', 'lock-1'],
    ['lock-7', 'lock-8'],
  ] as const) {
    writeFileSync(lockFile(name), content())
    const release = await lock()
    expect(readdirSync(folder)).toEqual([next])
    expect(JSON.parse(readFileSync(lockFile(next), 'utf8'))).toEqual(thisProcess())
    await release()
  }
})

test.runIf(process.platform === 'linux')(
  'the lock of a process that has ended, but is not reaped, is replaced',
  async () => {
    // The shell becomes `cat`, which never asks for the exit status of its child.
    const parent = spawn('sh', ['-c', 'sleep 1000 & echo $!; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] })
    try {
      const [line] = await once(parent.stdout, 'data')
      const pid = Number(line)
      parent.stdin.write('now it is cat')
      await once(parent.stdout, 'data')
      process.kill(pid, 'SIGKILL')
      while (!readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')) await setImmediate()
      writeFileSync(lockFile(), JSON.stringify({ pid, host: hostname(), started: '' }))
      await (await lock())()
      expect(readdirSync(folder)).toEqual(['lock-2'])
    } finally {
      parent.stdin.end()
    }
  },
)

test.each(['lock', 'lock-3'])('the lock of another machine is kept: %s', async name => {
  const content = JSON.stringify({ pid: 1, host: 'elsewhere', started: '' })
  writeFileSync(lockFile(name), content)
  for (const waits of [true, false])
    await expect(lock({ waits })).rejects.toMatchObject({ code: 'state', message: '1 on elsewhere' })
  expect(readFileSync(lockFile(name), 'utf8')).toBe(content)
})

test('one of several processes that replace a dead lock at the same time gets it', async () => {
  writeFileSync(lockFile(), JSON.stringify({ ...thisProcess(), pid: 2 ** 22 + 1 }))
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => lock()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a release keeps the lock that another process has acquired since', async () => {
  const release = await lock()
  writeFileSync(lockFile(), '')
  await lock()
  await release()
  await expect(lock()).rejects.toMatchObject({ help: lockFile('lock-2') })
})
