import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSignedLog, type SignedLog } from '../src/cache/signed-log.ts'

test('a later run reads the entries in order, and adds more', () => {
  const { open } = project()
  add(open(), 0, ['a', 'b'])
  const again = open()
  expect(read(again)).toEqual(['a', 'b'])
  again.append(2, 'c')
  expect(read(open())).toEqual(['a', 'b', 'c'])
})

test('long entries are read whole', () => {
  const { open } = project()
  const entries = [10, 200_000, 65_536].map((length, at) => String(at).repeat(length))
  add(open(), 0, entries)
  expect(read(open())).toEqual(entries)
})

test('an incomplete last entry is not read, and its place is taken by the next run', () => {
  const { open, file } = project()
  add(open(), 0, ['a', 'b', 'c'])
  const text = readFileSync(file(), 'latin1')
  writeFileSync(file(), text.slice(0, -2))
  const again = open()
  expect(read(again)).toEqual(['a', 'b'])
  add(again, 2, ['c', 'd'])
  expect(read(open())).toEqual(['a', 'b', 'c', 'd'])
})

test('an entry that was changed ends the log until it is added again', () => {
  const { open, file } = project()
  add(open(), 0, ['right', 'right', 'right'])
  const lines = readFileSync(file(), 'latin1').split('\n')
  writeFileSync(file(), lines.with(2, lines[2]?.replace('right', 'wrong') ?? '').join('\n'))
  expect(read(open())).toEqual(['right'])
  add(open(), 1, ['right', 'right'])
  expect(read(open())).toEqual(['right', 'right', 'right'])
})

test('entries that two runs add at once are read once each', () => {
  const { open } = project()
  const [one, other] = [open(), open()]
  add(one, 0, ['a'])
  add(other, 0, ['a', 'b'])
  add(one, 1, ['b', 'c'])
  add(other, 2, ['c', 'd'])
  expect(read(open())).toEqual(['a', 'b', 'c', 'd'])
})

test('entries of other work, of another build or another user are not read', () => {
  const { open, file } = project()
  add(open(), 0, ['a'])
  expect(read(open({ subject: 'other work' }))).toEqual([])
  expect(read(open({ build: 'other build' }))).toEqual([])
  const name = file()
  const stranger = open({ env: { XDG_STATE_HOME: folder() } })
  expect(read(stranger)).toEqual([])
  appendFileSync(name, `${'0'.repeat(64)} b\n`)
  expect(read(open())).toEqual(['a'])
})

test('a removed log is empty, and only the newest logs are kept', () => {
  const { open, cache } = project()
  const first = open()
  add(first, 0, ['a'])
  first.remove()
  expect(read(open())).toEqual([])
  for (const subject of [1, 2, 3, 4, 5, 6]) add(open({ subject }), 0, ['a'])
  expect(readdirSync(cache).filter(name => name.endsWith('.log'))).toHaveLength(4)
})

test('only the owner can read the file', { skip: process.platform === 'win32' }, () => {
  const { open, file } = project()
  add(open(), 0, ['a'])
  expect(statSync(file()).mode & 0o077).toBe(0)
})

test('a folder that leads out of the project has no log', { skip: process.platform === 'win32' }, () => {
  const root = folder()
  symlinkSync(folder(), join(root, '.scenewright'))
  const location = { folder: join(root, '.scenewright/cache'), build: '1', env: { XDG_STATE_HOME: folder() } }
  expect(openSignedLog(location, { name: 'work', root, subject: 1 })).toBeUndefined()
})

test('a folder that cannot be written to only loses the log', () => {
  const { open, cache } = project()
  mkdirSync(join(cache, '..'), { recursive: true })
  writeFileSync(cache, '')
  const log = open()
  add(log, 0, ['a', 'b'])
  expect(read(log)).toEqual([])
})

interface Changed {
  readonly subject?: unknown
  readonly build?: string
  readonly env?: Readonly<Record<string, string>>
}

function project() {
  const root = folder()
  const env = { XDG_STATE_HOME: folder() }
  const cache = join(root, '.scenewright/cache')
  const open = (changed: Changed = {}): SignedLog => {
    const { subject = 'work', build = '1' } = changed
    const log = openSignedLog({ folder: cache, build, env: changed.env ?? env }, { name: 'work', root, subject })
    if (log === undefined) throw new Error('there is no log')
    return log
  }
  const file = () => join(cache, readdirSync(cache).find(name => name.endsWith('.log')) ?? '')
  return { open, cache, file }
}

function add(log: SignedLog, first: number, entries: readonly string[]): void {
  entries.forEach((entry, at) => {
    log.append(first + at, entry)
  })
}

function read(log: SignedLog): readonly string[] {
  return [...log.entries()]
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'scenewright-log-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}
