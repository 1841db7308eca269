import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, scenewright } from './run.ts'

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
