import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { sourceLimits } from '@scenewright/model/limits'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { machineKey } from '../src/cache/machine-key.ts'
import type { DeriveOptions } from '../src/derive/derive-sources.ts'
import { createSourceReader } from '../src/derive/source-reader.ts'
import { createMemory, deriveSources, openProject } from '../src/index.ts'
import { projectFolder, soundSource } from './project-folder.ts'

// A file that was touched just now is not trusted to be the same. The tests look at theirs ten minutes later, so that
// none of them is slow enough to matter.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const sources = {
  'scenarios/a.scenario.yaml': soundSource,
  'scenarios/b.scenario.yaml': soundSource.replace('Refund', 'Return'),
  'scenarios/broken.scenario.yaml': 'title: [',
}

interface Run {
  readonly values: readonly unknown[]
  /** The files that were compiled, and not taken from the cache. */
  readonly compiled: readonly string[]
}

/** Goes through a project once. The cache and its key lie in the folder, unless said otherwise. */
async function run(root: string, options: DeriveOptions & { readonly build?: string; readonly folder?: string } = {}) {
  const { build = '1', folder = join(root, '.scenewright/cache'), ...rest } = options
  const compiled: string[] = []
  const derivation = {
    name: 'test',
    of: ({ file, key, findings, scenarios }: Parameters<Parameters<typeof deriveSources>[1]['of']>[0]) => {
      compiled.push(file)
      return { key, findings, titles: scenarios.map(({ document }) => document.scenario.title) }
    },
  }
  const cache = { folder, build, env: { XDG_STATE_HOME: join(root, 'state') } }
  const derived = await deriveSources(await openProject({ cwd: root }), derivation, { cache, ...rest })
  const values = derived.values()
  return { values, compiled } satisfies Run
}

function packOf(root: string): string {
  const folder = join(root, '.scenewright/cache')
  return join(folder, readdirSync(folder).find(name => name.endsWith('.pack')) ?? 'none')
}

test('unchanged sources are not compiled again, and have the same result', async () => {
  const root = projectFolder(sources)
  const first = await run(root)
  expect(first.compiled).toEqual(Object.keys(sources))
  expect(await run(root)).toEqual({ values: first.values, compiled: [] })
})

test.each<[string, (file: string) => void, boolean]>([
  ['another text', file => writeFileSync(file, `${soundSource}# more\n`), true],
  [
    'another text of the same length and time',
    file => {
      const { atime, mtime } = statSync(file)
      writeFileSync(file, soundSource.replace('Refund', 'Return'))
      utimesSync(file, atime, mtime)
    },
    true,
  ],
  ['the same text, written again', file => writeFileSync(file, soundSource), false],
  ['another time', file => utimesSync(file, 0, 0), false],
  ['another mode', file => chmodSync(file, 0o600), false],
])('a file is compiled again only if its content changes: %s', async (_, change, isCompiled) => {
  const root = projectFolder(sources)
  await run(root)
  change(join(root, 'scenarios/a.scenario.yaml'))
  const { compiled, values } = await run(root)
  expect(compiled).toEqual(isCompiled ? ['scenarios/a.scenario.yaml'] : [])
  expect(values).toEqual((await run(root, { folder: join(root, 'other') })).values)
})

const typescript = `import { end, reply, scenario } from 'scenewright'
import { wording } from './shared/wording.ts'
export default scenario({
  title: wording,
  trigger_description: 'd',
  flow: { nodes: { a: reply('t', { next: 'b' }), b: end() } },
})
`

test('a source is compiled again when one of its imports is changed, added or removed', async () => {
  const file = 'scenarios/ts.scenario.ts'
  const root = projectFolder({
    ...sources,
    [file]: typescript,
    'scenarios/shared/wording.ts': `export * from './w.ts'`,
  })
  const write = (text: string) => writeFileSync(join(root, 'scenarios/shared/w.ts'), `export const wording = '${text}'`)
  const titles = ({ values }: Run) => (values[3] as { titles: string[] }).titles
  expect(titles(await run(root))).toEqual([])
  write('Refund')
  const came = await run(root)
  expect([came.compiled, titles(came)]).toEqual([[file], ['Refund']])
  expect((await run(root)).compiled).toEqual([])
  expect((await run(root)).compiled).toEqual([])
  write('Return')
  const changed = await run(root)
  expect([changed.compiled, titles(changed)]).toEqual([[file], ['Return']])
  rmSync(join(root, 'scenarios/shared/w.ts'))
  expect((await run(root)).compiled).toEqual([file])
})

test.each<[string, (file: string) => void, string]>([
  ['a folder', file => mkdirSync(file), 'cannot be read: It is not a file'],
  [
    'too large',
    file => writeFileSync(file, 'x'.repeat(sourceLimits.fileSize + 1)),
    'the maximum for a source is 2 MiB',
  ],
  ['not UTF-8', file => writeFileSync(file, Buffer.from([0xc0])), 'The file is not valid UTF-8'],
  ['a link to outside', file => symlinkSync(import.meta.filename, file), 'is a link to a place outside the project'],
])('a missing import that appears, but cannot be read, has its new reason: %s', async (_, create, reason) => {
  const root = projectFolder({ 'scenarios/ts.scenario.ts': typescript, 'scenarios/shared/other.ts': '' })
  expect(JSON.stringify((await run(root)).values)).toContain('does not exist')
  create(join(root, 'scenarios/shared/wording.ts'))
  const appeared = await run(root)
  expect(JSON.stringify(appeared.values)).toContain(reason)
  expect(await run(root)).toEqual({ values: appeared.values, compiled: [] })
})

test.each([
  ['its folder', 'scenarios/shared', 'scenarios/shared'],
  ['the file', 'scenarios/shared', 'scenarios/shared/wording.ts'],
  ['the folder of a linked folder', 'texts/shared', 'texts'],
  ['the target of a linked file', 'texts/shared', 'texts/shared/wording.ts'],
])('an import is refused when a link out of the project replaces %s', async (_, folder, moved) => {
  const text = `export const wording = 'Refund'`
  const root = projectFolder({ 'scenarios/ts.scenario.ts': typescript, [`${folder}/wording.ts`]: text })
  if (folder !== 'scenarios/shared') symlinkSync(join(root, folder), join(root, 'scenarios/shared'))
  for (const compiled of [['scenarios/ts.scenario.ts'], [], []]) {
    expect(await run(root)).toEqual({ values: [{ key: 'ts', findings: [], titles: ['Refund'] }], compiled })
  }
  const elsewhere = join(projectFolder({}), 'moved')
  renameSync(join(root, moved), elsewhere)
  symlinkSync(elsewhere, join(root, moved))
  const values = (await run(root)).values
  expect(JSON.stringify(values)).toContain('is a link to a place outside the project')
  expect(await run(root)).toEqual({ values, compiled: [] })
  rmSync(join(root, moved))
  renameSync(elsewhere, join(root, moved))
  expect((await run(root)).values).toEqual([{ key: 'ts', findings: [], titles: ['Refund'] }])
})

test('a removed file is forgotten, and a new one is compiled', async () => {
  const root = projectFolder(sources)
  await run(root)
  rmSync(join(root, 'scenarios/b.scenario.yaml'))
  writeFileSync(join(root, 'scenarios/c.scenario.yaml'), soundSource)
  expect((await run(root)).compiled).toEqual(['scenarios/c.scenario.yaml'])
  expect(readFileSync(packOf(root), 'utf8')).not.toContain('b.scenario.yaml')
})

test('reading a part keeps the cached rest', async () => {
  const root = projectFolder(sources)
  await run(root)
  writeFileSync(join(root, 'scenarios/a.scenario.yaml'), `${soundSource}# more\n`)
  expect((await run(root, { paths: ['scenarios/a.scenario.yaml'] })).compiled).toHaveLength(1)
  expect((await run(root)).compiled).toEqual([])
})

test.each<[string, (root: string) => Promise<unknown> | unknown, DeriveOptions & { build?: string }]>([
  ['another build of the tool', () => undefined, { build: '2' }],
  ['another config', root => writeFileSync(join(root, 'scenewright.config.yaml'), 'rules: {}\n'), {}],
  ['another key of the user', root => rmSync(join(root, 'state'), { recursive: true }), {}],
])('a cache of %s is ignored', async (_, change, options) => {
  const root = projectFolder(sources)
  await run(root)
  await change(root)
  expect((await run(root, options)).compiled).toEqual(Object.keys(sources))
})

test('the cache of another project is ignored, even if it has the same name', async () => {
  const [root, other] = [projectFolder(sources), projectFolder(sources)]
  await run(root)
  await run(other)
  writeFileSync(join(other, 'scenarios/a.scenario.yaml'), soundSource.replace('Refund', 'Theft'))
  rmSync(join(root, 'state'), { recursive: true })
  cpSync(join(other, 'state'), join(root, 'state'), { recursive: true })
  cpSync(packOf(other), packOf(root))
  expect((await run(root)).compiled).toEqual(Object.keys(sources))
})

test('a cache that is truncated, modified or invalid is ignored', async () => {
  const root = projectFolder(sources)
  const { values } = await run(root)
  const pack = packOf(root)
  await fc.assert(
    fc.asyncProperty(damaged(readFileSync(pack)), async bytes => {
      writeFileSync(pack, bytes)
      const again = await run(root)
      expect(again.compiled).toHaveLength(3)
      expect(again.values).toEqual(values)
    }),
    { numRuns: 100 },
  )
})

test('bytes are found only as they were stored, for the same content', () => {
  const root = projectFolder(sources)
  const location = { folder: join(root, 'cache'), build: '1', env: { XDG_STATE_HOME: join(root, 'state') } }
  const memory = createMemory(location, root)
  expect(memory.findBytes('evaluated', 'one')).toBeUndefined()
  const stored = randomBytes(1000)
  memory.storeBytes('evaluated', 'one', [stored.subarray(0, 400), stored.subarray(400)])
  expect(memory.findBytes('evaluated', 'one')).toEqual(stored)
  expect(memory.findBytes('evaluated', 'another')).toBeUndefined()
  expect(createMemory({ ...location, build: '2' }, root).findBytes('evaluated', 'one')).toBeUndefined()
  const [name = ''] = readdirSync(location.folder).filter(file => file.endsWith('.pack'))
  fc.assert(
    fc.property(damaged(readFileSync(join(location.folder, name))), bytes => {
      writeFileSync(join(location.folder, name), bytes)
      expect(memory.findBytes('evaluated', 'one')).toBeUndefined()
    }),
  )
})

test('without a cache folder nothing is cached, and nothing else changes', async () => {
  const root = projectFolder(sources)
  writeFileSync(join(root, '.scenewright'), 'a file where the folder would be')
  const { values, compiled } = await run(root)
  expect(compiled).toEqual(Object.keys(sources))
  expect(values).toEqual((await run(root)).values)
  expect((await run(projectFolder(sources), { folder: '/proc/none' })).compiled).toEqual(Object.keys(sources))
})

test('a link in the project does not move the cache outside of it', async () => {
  const [root, outside] = [projectFolder(sources), projectFolder({})]
  symlinkSync(outside, join(root, '.scenewright'))
  await run(root)
  mkdirSync(join(outside, 'cache'))
  expect((await run(root)).compiled).toEqual(Object.keys(sources))
  expect(readdirSync(join(outside, 'cache'))).toEqual([])
})

test('without an absolute home there is no secret, and none is written into the working folder', () => {
  expect(machineKey({ HOME: 'home', USERPROFILE: 'home' })).toBeUndefined()
  expect(existsSync('home')).toBe(false)
})

test('git ignores the folder, and it contains only a few packs', async () => {
  const root = projectFolder(sources)
  for (const build of ['1', '2', '3', '4', '5', '6']) await run(root, { build })
  const folder = join(root, '.scenewright/cache')
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
  expect(readdirSync(folder).filter(name => name.endsWith('.pack'))).toHaveLength(4)
  expect(existsSync(join(root, 'state/scenewright/cache-key'))).toBe(true)
})

test('a file that changes while it is fresh is read each time', async () => {
  vi.useRealTimers()
  const root = projectFolder(sources)
  await run(root)
  expect((await run(root)).compiled).toEqual([])
  writeFileSync(join(root, 'scenarios/a.scenario.yaml'), soundSource.replace('Refund', 'Return'))
  expect((await run(root)).compiled).toEqual(['scenarios/a.scenario.yaml'])
})

test('an overlay replaces and adds sources without being written, and the cache keeps the files on the disk', async () => {
  const root = projectFolder(sources)
  const { values } = await run(root)
  const overlay = new Map([
    ['scenarios/a.scenario.yaml', soundSource.replace('Refund', 'Changed')],
    ['scenarios/sub/new.scenario.yaml', soundSource.replace('Refund', 'New')],
    ['elsewhere/c.scenario.yaml', soundSource],
    ['scenarios/notes.txt', soundSource],
    ['scenarios/node_modules/d.scenario.yaml', soundSource],
    ['scenarios/a.scenario.yaml/e.scenario.yaml', soundSource],
  ])
  const overlaid = await run(root, { overlay })
  expect(overlaid.compiled).toEqual(['scenarios/a.scenario.yaml', 'scenarios/sub/new.scenario.yaml'])
  expect(overlaid.values).toEqual([
    { key: 'a', findings: [], titles: ['Changed status'] },
    values[1],
    values[2],
    { key: 'sub/new', findings: [], titles: ['New status'] },
  ])
  expect(await run(root)).toEqual({ values, compiled: [] })
})

test('an overlay replaces a file that a source imports', async () => {
  const file = 'scenarios/ts.scenario.ts'
  const root = projectFolder({ [file]: typescript, 'scenarios/shared/wording.ts': `export const wording = 'before'` })
  const titles = (name: string) => ({ key: 'ts', findings: [], titles: [name] })
  expect((await run(root)).values).toEqual([titles('before')])
  const overlay = new Map([['scenarios/shared/wording.ts', `export const wording = 'after'`]])
  expect(await run(root, { overlay })).toEqual({ values: [titles('after')], compiled: [file] })
  expect((await run(root)).values).toEqual([titles('before')])
})

test('an overlay has the size limit of a file, also for a file that a source imports', async () => {
  const wording = 'scenarios/shared/wording.ts'
  const large = 'x'.repeat(sourceLimits.fileSize)
  const texts = { 'scenarios/a.scenario.yaml': `title: ${large}`, [wording]: `export const wording = '${large}'` }
  const root = projectFolder({ 'scenarios/ts.scenario.ts': typescript, ...texts })
  const { values } = await run(root)
  expect(JSON.stringify(values).match(/the maximum for a source is 2 MiB/g)).toHaveLength(2)
  const overlay = new Map(Object.entries(texts))
  expect((await run(root, { overlay })).values).toEqual(values)
  const reader = createSourceReader(await openProject({ cwd: root }), overlay)
  const sources = await Promise.all(reader.find().files.map(file => reader.compile(file)))
  expect(sources.map(({ findings }) => findings)).toEqual(values.map(value => value.findings))
})

/** Changes of the content of a file. */
function damaged(sound: Buffer): fc.Arbitrary<Buffer> {
  return fc.oneof(
    fc.nat(sound.length - 1).map(length => sound.subarray(0, length)),
    fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 })).map(([at, difference]) => {
      const bytes = Buffer.from(sound)
      bytes[at] = (bytes[at] ?? 0) ^ difference
      return bytes
    }),
    fc.nat(sound.length).map(at => Buffer.concat([sound.subarray(0, at), Buffer.from('\n[]\n'), sound.subarray(at)])),
    fc.integer({ min: 0, max: 300 }).map(length => randomBytes(length)),
  )
}
