import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadState } from '../src/state/read-state.ts'
import { openFileState } from '../src/store/file-store.ts'
import { StateWriter } from '../src/store/state-writer.ts'
import { bundle } from './process/bundle.ts'
import { describeStore } from './store-contract.ts'
import { testClock } from './test-clock.ts'
import { temporaryFolder } from './workplace.ts'

describeStore('file', async () => {
  const path = join(await temporaryFolder(), 'new', 'folder', 'prod.json')
  return { open: () => openFileState(path) }
})

async function fileHome() {
  const path = join(await temporaryFolder(), 'prod.json')
  return { path, store: openFileState(path), folder: `${path}.d` }
}

test('a file that links lead to is one state, also if it is not there yet, and the links stay', async () => {
  const folder = await temporaryFolder()
  const [shared, first, second] = ['shared/prod.json', 'a/prod.json', 'b/prod.json'].map(name => join(folder, name))
  for (const name of ['shared', 'a', 'b']) await mkdir(join(folder, name))
  await symlink('../shared/prod.json', first ?? '')
  await symlink(first ?? '', second ?? '')
  const [one, other] = [openFileState(first ?? ''), openFileState(second ?? '')]
  const written = await one.compareAndSwap(null, 'text')
  expect(written).toMatchObject({ isSwapped: true })
  const token = await one.putBlob('payload')
  expect([await other.read(), await other.getBlob(token)]).toMatchObject([{ text: 'text' }, 'payload'])
  expect(await other.compareAndSwap(null, 'another')).toEqual({ isSwapped: false })
  expect(await readFile(shared ?? '', 'utf8')).toBe('text')
  for (const link of [first, second]) expect((await lstat(link ?? '')).isSymbolicLink()).toBe(true)
  expect([await readdir(join(folder, 'a')), await readdir(join(folder, 'b'))]).toEqual([['prod.json'], ['prod.json']])
})

test('a link to itself is an error with its reason', async () => {
  const path = join(await temporaryFolder(), 'prod.json')
  await symlink('prod.json', path)
  await expect(openFileState(path).read()).rejects.toMatchObject({
    name: 'OperationError',
    message: expect.stringContaining('it is a link to itself'),
  })
})

const host = { host: hostname() }

test.each([
  ['an empty lock', ''],
  ['a lock that is not JSON', '{'],
  ['the lock of a dead process', JSON.stringify({ ...host, pid: 2 ** 30, started: '' })],
  ['the lock of an earlier process with the same id', JSON.stringify({ ...host, pid: process.pid, started: 'boot/1' })],
])('%s is replaced', async (_name, content) => {
  const { path, store, folder } = await fileHome()
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'lock-7'), content)
  expect(await store.compareAndSwap(null, 'text')).toMatchObject({ isSwapped: true })
  expect(await readFile(path, 'utf8')).toBe('text')
  expect(await readdir(folder)).toEqual(['lock-8'])
})

test('the lock of a process on another machine is not replaced, and the error names both', async () => {
  const { path, folder } = await fileHome()
  const store = openFileState(path, testClock())
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'lock-1'), JSON.stringify({ pid: 1, host: 'elsewhere', started: '' }))
  const error = await store.compareAndSwap(null, 'text').catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'state', message: expect.stringContaining('elsewhere') })
  const pauses: number[] = []
  const environment = { name: 'prod', url: 'https://bots.example.com', bot: 'b' }
  const first = {
    format: 1,
    lineage: 'l',
    serial: 0,
    tool: '0.1.0',
    environment,
    scenarios: {},
    journal: { entries: [] },
  } as const
  const writer = new StateWriter(
    store,
    () => first,
    async ms => void pauses.push(ms),
  )
  await expect(writer.change(state => ({ ...state, tool: '0.2.0' }))).rejects.toThrow('elsewhere')
  expect(pauses, 'it is awaited once').toEqual([])
  expect(await store.read()).toBeNull()
})

test('writers in several processes lose no write', async () => {
  const { path, store } = await fileHome()
  await store.compareAndSwap(null, '0')
  const { run } = await bundle('count-up')
  const ends = await Promise.all([1, 2, 3].map(() => run(path, '15')))
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
  expect((await store.read())?.text).toBe('45')
})

const damaged: readonly [name: string, text: string][] = [
  ['not JSON', '{"format":1'],
  ['an empty file', ''],
  ['a JSON array', '[]'],
  ['a field that is missing', '{"format":1}'],
  ['a newer format', '{"format":2,"tool":"9.0.0","anything":true}'],
]

test.each(damaged)('a state that is %s is rejected, and stays unchanged', async (_name, text) => {
  const { path, store } = await fileHome()
  await writeFile(path, text)
  await expect(loadState(store)).rejects.toMatchObject({ code: 'state', help: expect.any(String) })
  expect(await readFile(path, 'utf8')).toBe(text)
})

test('a file that is no state is not called a damaged one', async () => {
  const { path, store } = await fileHome()
  await writeFile(path, '{"name":"shop"}')
  await expect(loadState(store)).rejects.toMatchObject({
    code: 'state',
    message: expect.stringContaining('is not a state of Scenewright: its field "format" is missing'),
    help: expect.stringContaining('set another path'),
  })
})

test('a missing state with existing payloads is not an empty state', async () => {
  const { path, store } = await fileHome()
  await store.compareAndSwap(null, 'text')
  await store.putBlob('payload')
  await rm(path)
  await expect(store.read()).rejects.toMatchObject({ code: 'state' })
  await expect(store.compareAndSwap(null, 'new')).rejects.toMatchObject({ code: 'state' })
})

test('a manually changed payload is rejected', async () => {
  const { store, folder } = await fileHome()
  const hash = await store.putBlob('payload')
  await writeFile(join(folder, 'payloads', `${hash}.json`), 'other')
  await expect(store.getBlob(hash)).rejects.toMatchObject({ code: 'state' })
  await store.putBlob('payload')
  expect(await store.getBlob(hash)).toBe('payload')
})

test('a folder instead of the state file is rejected', async () => {
  const { path, store } = await fileHome()
  await mkdir(path)
  await expect(store.read()).rejects.toMatchObject({ code: 'state' })
})
