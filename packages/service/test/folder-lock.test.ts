import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { thisProcess } from '@scenewright/model/system'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from '../src/database/folder-lock.ts'

let folder: string
const lockFile = () => join(folder, 'lock')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a folder is locked once, and free again after its release', async () => {
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toMatchObject({
    code: 'state',
    message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
  })
  unlock()
  expect(existsSync(lockFile())).toBe(false)
  const again = await lockFolder(folder)
  again()
})

test.each<[string, () => string]>([
  ['an empty lock', () => ''],
  ['a lock that is no lock', () => '{"pid":'],
  ['the lock of a process that is no more', () => JSON.stringify({ ...thisProcess(), pid: 2 ** 22 + 1 })],
  [
    'the lock of an earlier process of the same number',
    () => JSON.stringify({ ...thisProcess(), started: 'before/1' }),
  ],
])('%s is replaced', async (_name, content) => {
  writeFileSync(lockFile(), content())
  const unlock = await lockFolder(folder)
  expect(JSON.parse(readFileSync(lockFile(), 'utf8'))).toEqual(thisProcess())
  unlock()
})

test('the lock of another machine is kept', async () => {
  writeFileSync(lockFile(), JSON.stringify({ pid: 1, host: 'elsewhere', started: '' }))
  await expect(lockFolder(folder)).rejects.toMatchObject({
    code: 'state',
    message: expect.stringContaining('elsewhere'),
  })
})

test('of several that replace a dead lock at once, one gets it', async () => {
  writeFileSync(lockFile(), JSON.stringify({ ...thisProcess(), pid: 2 ** 22 + 1 }))
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a release keeps a lock that another process has acquired since', async () => {
  const unlock = await lockFolder(folder)
  writeFileSync(lockFile(), 'another')
  unlock()
  expect(readFileSync(lockFile(), 'utf8')).toBe('another')
})
