import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bin, folderWith, scenewright } from './run.ts'

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

const { 'a folder': _, ...noFiles } = makers

test
  .skipIf(isWindows)
  .each([
    ...Object.entries(noFiles).map(([what, make]) => ({ what, make, name: 'odd' })),
    { what: 'a name that is too long', make: () => {}, name: 'odd'.repeat(100) },
  ])('$what is an error in every command that reads a file', async ({ make, name }) => {
  const cwd = await folderWith({ 'scenarios/sound.scenario.yaml': sound, 'scenewright.config.yaml': config })
  for (const file of ['odd.json', 'odd.csv']) make(join(cwd, file))
  const env = { SCENEWRIGHT_EMAIL: 'a@example.com', SCENEWRIGHT_API_KEY: 'k' }
  for (const args of readers.map(words => words.map(word => word.replace(/^odd/, name)))) {
    const { code, stderr } = await scenewright(args, { cwd, env })
    expect([2, 5], `${args.join(' ')}: ${stderr}`).toContain(code)
    expect(stderr, args.join(' ')).toMatch(/odd\.(?:json|csv)/)
  }
})

test.skipIf(isWindows)('a pipe of the shell is a file to read', async () => {
  const cwd = await folderWith({ 'scenarios/sound.scenario.yaml': sound })
  const script = `printf 'Where is my refund?\\n' | "$0" lab --replay /dev/stdin --format json`
  const { stdout } = await promisify(execFile)('bash', ['-c', script, bin], { cwd })
  expect(JSON.parse(stdout)).toMatchObject({ replay: { messages: 1 } })
})
