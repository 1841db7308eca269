import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { copyOf, folderWith } from './run.ts'

const packageFolder = fileURLToPath(new URL('../', import.meta.url))

// V8 uses compiled code only with the flags that it had when the code was compiled, and these commands change flags.
test.each([
  { name: 'check', args: ['check'], bundle: 'stemmer-english', copies: 0 },
  { name: 'lab', args: ['lab'], bundle: 'stemmer-english', copies: 0 },
  {
    name: 'a check that reads TypeScript after much YAML',
    args: ['check', '--no-cache', '--fail-on', 'off'],
    bundle: 'typescript',
    copies: 100,
  },
])('after a change, $name uses the code that the last run has compiled', async ({ args, bundle, copies }) => {
  const home = await folderWith({})
  const dist = join(home, 'dist')
  for (const part of ['package.json', 'bin', 'dist']) {
    const filter = (file: string) => !file.endsWith('.cache')
    cpSync(join(packageFolder, part), join(home, part), { recursive: true, filter })
  }
  const project = await copyOf('shop')
  const sourceOf = (name: string) => join(project, `scenarios/account/${name}.scenario.yaml`)
  const original = readFileSync(sourceOf('newsletter'), 'utf8')
  for (let copy = 0; copy < copies; copy++) writeFileSync(sourceOf(`copy-${copy}`), original)
  const runAfterChange = (example: string) => {
    writeFileSync(sourceOf('newsletter'), original.replace('examples:\n', `examples:\n  - ${example}\n`))
    const env = { PATH: process.env.PATH, HOME: home, SCENEWRIGHT_CACHE: join(home, 'cache') }
    execFileSync(process.execPath, [join(home, 'bin/scenewright.cjs'), ...args], { cwd: project, env, stdio: 'pipe' })
    const names = readdirSync(dist).filter(name => name.endsWith('.cache'))
    return names.map(name => [name, statSync(join(dist, name)).mtimeMs] as const)
  }
  runAfterChange('How do I get your news by mail?')
  const compiled = runAfterChange('Where can I subscribe to your letter?')
  expect(compiled.map(([name]) => name)).toContainEqual(expect.stringMatching(new RegExp(`^${bundle}\\.`)))
  expect(runAfterChange('Send me what is new each month')).toEqual(compiled)
})
