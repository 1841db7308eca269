import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { repositoryWith } from '../../workspace/test/git-repository.ts'
import { bin, folderWith, scenewright } from './run.ts'
import { allCommands } from './service/service-calls.ts'

const sound = `title: Refund status
trigger_description: The customer asks when a refund will arrive.
examples: [Where is my refund?]
flow: { nodes: { wait: { text: It takes 3 to 5 business days., next: done }, done: END } }
`

const commands = [
  ['check'],
  ['fmt', '--check'],
  ['compile', '--out', 'build'],
  ['test'],
  ['lab'],
  ['graph'],
  ['score', 'refund'],
  ['simulate', 'refund'],
]

/** Makes something of that name that is not a regular file. */
const makers: Readonly<Record<string, (path: string) => void>> = {
  'a link to itself': path => symlinkSync(path, path),
  'a named pipe': path => void execFileSync('mkfifo', [path]),
  'a device': path => symlinkSync('/dev/zero', path),
  'a folder': path => void mkdirSync(path),
}

const isWindows = process.platform === 'win32'

test.skipIf(isWindows).each(Object.entries(makers))(
  '%s with the name of a source is a finding in every command',
  async (_, make) => {
    const cwd = await folderWith({ 'scenarios/sound.scenario.yaml': sound })
    const names = ['odd.scenario.yaml', 'odd.test.ts']
    for (const name of names) make(join(cwd, 'scenarios', name))
    for (const args of commands) {
      const { code, stdout, stderr } = await scenewright(args, { cwd })
      expect([1, 2], `${args.join(' ')}: ${stderr}`).toContain(code)
      expect(`${stdout}${stderr}`, args.join(' ')).toContain('scenarios/odd.scenario.yaml')
    }
  },
)

// Other systems refuse such a name.
test.runIf(process.platform === 'linux')('a name that is not UTF-8 is reported as such', async () => {
  const cwd = await repositoryWith({ 'scenarios/sound.scenario.yaml': sound })
  const name = Buffer.concat([Buffer.from(join(cwd, 'scenarios/caf')), Buffer.of(0xe9), Buffer.from('.scenario.yaml')])
  writeFileSync(name, sound)
  expect((await scenewright(['check'], { cwd })).stdout).toContain("The file's name is not UTF-8")
  expect((await scenewright(['diff', 'HEAD'], { cwd })).stderr).toContain("the file's name is not UTF-8")
})

test.skipIf(isWindows)('a socket with the name of a source is a finding', async () => {
  const cwd = await folderWith({ 'scenarios/sound.scenario.yaml': sound })
  const server = createServer()
  await new Promise<void>(resolve => server.listen(join(cwd, 'scenarios/odd.scenario.yaml'), resolve))
  const { code, stdout } = await scenewright(['check'], { cwd })
  server.close()
  expect([code, stdout]).toEqual([1, expect.stringContaining('scenarios/odd.scenario.yaml')])
})

test.skipIf(isWindows)('a named pipe that a source imports is a finding', async () => {
  const cwd = await folderWith({
    'scenarios/a.scenario.ts':
      "import { title } from './texts.ts'\nimport { scenario } from 'scenewright'\nexport default scenario({ title })\n",
  })
  execFileSync('mkfifo', [join(cwd, 'scenarios/texts.ts')])
  const { code, stdout } = await scenewright(['check'], { cwd })
  expect([code, stdout]).toEqual([1, expect.stringContaining('texts.ts')])
})

test.skipIf(isWindows)('a document that is a link to itself is named', async () => {
  const cwd = await folderWith({ 'scenarios/sound.scenario.yaml': sound })
  symlinkSync('export.json', join(cwd, 'export.json'))
  const { code, stderr } = await scenewright(['decompile', 'export.json'], { cwd })
  expect([code, stderr]).toEqual([2, expect.stringContaining('"export.json": it is a link to itself')])
})

const config = `environments:
  test: { url: "http://127.0.0.1:9", bot: 7b1e4d0a-5c3f-4e8b-9a6d-2f1c0b9e8d7a }
`

/** Commands that read a file by its name. */
const readers = [
  ['decompile', 'odd.json'],
  ['diff', 'odd.json', 'odd.json'],
  ['score', '--batch', 'odd.json'],
  ['lab', '--replay', 'odd.json'],
  ['lab', '--replay', 'odd.csv'],
  ['import', '--from', 'csv', 'odd.csv', '--out', 'imported'],
  ['check', '--config', 'odd.json'],
  ['apply', 'odd.json'],
  ['adopt', 'sound', '--id', 'a', '--document', 'odd.json'],
  ['adopt', '--map', 'odd.json'],
  ['resolve', 'sound', '--receipts', 'odd.json'],
  ['state', 'restore', 'odd.json'],
  ['state', 'rebuild', '--receipts', 'odd.json'],
  ['service', 'start', '--data', 'data', '--port', '0', '--providers', 'odd.json'],
  ['service', 'start', '--data', 'data', '--port', '0', '--key-file', 'odd.json'],
  ['service', 'restore', '--data', 'other', '--in', 'odd.json'],
]

// Some of these commands read a folder.
const { 'a folder': _, ...noFiles } = makers

const oddFiles = [
  ...Object.entries(noFiles).map(([what, make]) => ({ what, make, name: 'odd' })),
  { what: 'a name that is too long', make: () => {}, name: 'odd'.repeat(100) },
]

/** The commands that a kind of file is tried with: in `npm test`, each kind meets half of them, and each of them half of the kinds. */
const readersOf = byTier({
  once: (kind: number) => readers.filter((_, index) => (index + kind) % 2 === 0),
  full: () => readers,
})

test.skipIf(isWindows).each(oddFiles.map((file, kind) => ({ ...file, tried: readersOf(kind) })))(
  '$what is an error in every command that reads a file',
  async ({ make, name, tried }) => {
    const cwd = await folderWith({ 'scenarios/sound.scenario.yaml': sound, 'scenewright.config.yaml': config })
    for (const file of ['odd.json', 'odd.csv']) make(join(cwd, file))
    const env = { SCENEWRIGHT_EMAIL: 'a@example.com', SCENEWRIGHT_API_KEY: 'k' }
    for (const args of tried.map(words => words.map(word => word.replace(/^odd/, name)))) {
      const { code, stderr } = await scenewright(args, { cwd, env })
      expect([2, 5], `${args.join(' ')}: ${stderr}`).toContain(code)
      expect(stderr, args.join(' ')).toMatch(/odd\.(?:json|csv)/)
    }
  },
)

/** Commands that write a file by its name. */
const writers = [
  ['graph', '--out', 'out'],
  ['lab', '--out', 'out'],
  ['decompile', 'sound.json', '--out', 'out', '--force'],
  ['harvest', '--since', '2026-01-01', '--out', 'out.csv', '--force'],
  ['service', 'backup', '--data', 'data', '--out', 'out'],
  ['service', 'account', 'export', '--email', 'a@example.com', '--data', 'data', '--out', 'out'],
]
const inPlace = new Set(['graph', 'lab', 'decompile'])

test.skipIf(isWindows)('a device is written to or refused, and never replaced', async () => {
  const cwd = await folderWith({ 'scenarios/sound.scenario.yaml': sound, 'scenewright.config.yaml': config })
  expect((await scenewright(['service', 'init', '--data', 'data', '--email', 'a@example.com'], { cwd })).code).toBe(0)
  expect((await scenewright(['compile', '--out', '.'], { cwd })).code).toBe(0)
  const env = { SCENEWRIGHT_EMAIL: 'a@example.com', SCENEWRIGHT_API_KEY: 'k' }
  for (const name of ['out', 'out.csv']) symlinkSync('/dev/null', join(cwd, name))
  for (const args of writers) {
    const { code, stderr } = await scenewright(args, { cwd, env })
    const isWritten = inPlace.has(args[0] ?? '')
    expect([code, stderr.includes('it is a device')], `${args.join(' ')}: ${stderr}`).toEqual([
      isWritten ? 0 : 2,
      !isWritten,
    ])
    for (const name of ['out', 'out.csv']) expect(readlinkSync(join(cwd, name)), args.join(' ')).toBe('/dev/null')
  }
})

test.skipIf(isWindows)('a named pipe that nobody reads is no file to write', async () => {
  const cwd = await folderWith({ 'scenarios/sound.scenario.yaml': sound, 'scenewright.config.yaml': config })
  for (const name of ['out', 'out.csv']) execFileSync('mkfifo', [join(cwd, name)])
  const env = { SCENEWRIGHT_EMAIL: 'a@example.com', SCENEWRIGHT_API_KEY: 'k' }
  for (const args of writers.filter(([command]) => command !== 'service' && command !== 'decompile')) {
    const { code, stderr } = await scenewright(args, { cwd, env })
    expect([code, stderr], args.join(' ')).toEqual([2, expect.stringContaining('it is a named pipe')])
  }
})

/** The options for a report, which replaces an existing file; with the other words of a call. */
const reports: Readonly<Record<string, readonly string[]>> = {
  'graph --out': [],
  'lab --out': [],
  'plan --out': [],
  'service account export --out': ['--data', 'data', '--email', 'a@example.com'],
  'service backup --out': ['--data', 'data'],
  'state export --out': [],
  'test --lcov': [],
}

/** The other options for a file. */
const noReports = {
  read: [
    'adopt --document',
    'adopt --map',
    'ci comment --file',
    'compile --stdout',
    'diff --messages',
    'drift --from-export',
    'lab --replay',
    'resolve --receipts',
    'score --batch',
    'service restore --in',
    'service start --providers',
    'state rebuild --receipts',
  ],
  'replaced only with --force': ['decompile --out', 'harvest --out', 'test --out'],
  'never replaced': ['lab --write-labels', 'service start --key-file'],
  'replaced only if it has the same form': ['check --baseline', 'diff --accepted', 'state move --path'],
}

test('no report replaces a source or a config', async () => {
  const named = (await allCommands()).flatMap(({ name, options }) =>
    options.filter(({ flags }) => /<(?:file|path)/.test(flags)).map(({ long }) => `${name} ${long}`),
  )
  expect(named.sort()).toEqual([...Object.keys(reports), ...Object.values(noReports).flat()].sort())
  const files = { 'scenarios/sound.scenario.yaml': sound, 'scenewright.config.yaml': config }
  const cwd = await folderWith(files)
  expect((await scenewright(['service', 'init', '--data', 'data', '--email', 'a@example.com'], { cwd })).code).toBe(0)
  expect((await scenewright(['state', 'init'], { cwd })).code).toBe(0)
  const kept = () => Object.keys(files).map(name => readFileSync(join(cwd, name), 'utf8'))
  const before = kept()
  for (const [option, rest] of Object.entries(reports)) {
    for (const name of Object.keys(files)) {
      const { code, stderr } = await scenewright([...option.split(' '), name, ...rest], { cwd })
      expect([code, stderr], option).toEqual([2, expect.stringContaining('has the name of a source or a config')])
    }
  }
  expect(kept()).toEqual(before)
})

test.each(['graph', 'plan', 'state export'])('%s checks the name of --out before its work', async command => {
  const { code, stderr } = await scenewright([...command.split(' '), '--out', 'a.scenario.yaml'], {
    cwd: await folderWith({}),
  })
  expect([code, stderr]).toEqual([2, expect.stringContaining('has the name of a source or a config')])
})

test.skipIf(process.platform !== 'linux')('a folder that takes no new ones ends a command', async () => {
  const cwd = await folderWith({ 'scenarios/sound.scenario.yaml': sound })
  for (const args of [
    ['init', '/proc/x'],
    ['compile', '--out', '/proc/x/y'],
    ['graph', '--out', '/proc/x/y.html'],
  ]) {
    const { code, stderr } = await scenewright(args, { cwd })
    expect([code, stderr], args.join(' ')).toEqual([2, expect.stringContaining('no folder can be created in "/proc"')])
  }
})

test.skipIf(isWindows)('standard output is a file to write', async () => {
  const cwd = await folderWith({ 'scenarios/sound.scenario.yaml': sound })
  const script = '"$0" graph --out /dev/stdout | head -1'
  const { stdout } = await promisify(execFile)('sh', ['-c', script, bin], { cwd })
  expect(stdout).not.toBe('')
})

test.skipIf(isWindows)('a pipe of the shell is a file to read', async () => {
  const cwd = await folderWith({ 'scenarios/sound.scenario.yaml': sound })
  const script = `printf 'Where is my refund?\\n' | "$0" lab --replay /dev/stdin --format json`
  const { stdout } = await promisify(execFile)('sh', ['-c', script, bin], { cwd })
  expect(JSON.parse(stdout)).toMatchObject({ replay: { messages: 1 } })
})
