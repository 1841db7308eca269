import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { byTier } from './tier.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const run = promisify(execFile)
let copy: string

// The tests of the copy do not count as tests of this run.
const { SCENEWRIGHT_TEST_COUNTS: _counts, ...env } = process.env
const create = (...args: readonly string[]) => run(process.execPath, ['scripts/new.mjs', ...args], { cwd: copy, env })
const vitest = (...args: readonly string[]) =>
  run(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], { cwd: copy, env })

/** The generator writes into a copy of the sources, which shares the installed packages. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'new-'))
  const files = [
    '.gitignore',
    'biome.json',
    'package.json',
    'vitest.config.ts',
    'README.md',
    'tsconfig.json',
    'tsconfig.base.json',
  ]
  const filter = (path: string) => basename(path) !== 'dist'
  for (const part of [...files, 'docs', 'packages', 'schemas', 'scripts', 'test']) {
    cpSync(join(root, part), join(copy, part), { recursive: true, verbatimSymlinks: true, filter })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})

afterAll(() => rmSync(copy, { recursive: true }))

const read = (file: string) => readFileSync(join(copy, file), 'utf8')

/** What is written, tested where that needs no build. */
const kinds = {
  async rule() {
    const { stdout } = await create('rule', 'text/as-named')
    expect(stdout).toContain('wrote packages/checker/src/rules/text/as-named.ts')
    const tests = ['fixtures', 'rule-reference'].map(name => `packages/checker/test/${name}.test.ts`)
    await vitest(...tests, '-t', 'as-named|README')
    const again = { code: 1, stderr: expect.stringContaining('as-named.ts exists') }
    await expect(create('rule', 'text/as-named')).rejects.toMatchObject(again)
  },
  async format() {
    await create('format', 'lines')
    await vitest('packages/scenewright/test/formats/lines.test.ts')
    expect(read('docs/output-formats.md')).toContain('| `lines` |')
  },
  async kind() {
    await create('kind', 'tone-changed')
    await vitest('packages/differ/test')
    expect(read('docs/diff.md')).toContain('| `tone-changed` |')
  },
  async route() {
    await create('route', 'knowledge/who-asks')
    await vitest('packages/service/test/who-asks.test.ts', 'packages/service/test/openapi.test.ts')
    expect(read('schemas/openapi.json')).toContain('"operationId": "whoAsks"')
    const unknown = { code: 1, stderr: expect.stringContaining('packages/service/src/resources/no/routes.ts') }
    await expect(create('route', 'no/such-route')).rejects.toMatchObject(unknown)
  },
  async command() {
    await create('command', 'tally')
    expect(read('packages/scenewright/src/commands/index.ts')).toMatch(/tally: \{[^}]*\},\n\}\n$/)
    expect([...read('README.md').matchAll(/^\| `([a-z]+)` \|/gm)].at(-1)?.[1]).toBe('tally')
  },
}

test.each(byTier({ once: ['command'] as const, full: ['rule', 'format', 'kind', 'route', 'command'] as const }))(
  'npm run new %s writes valid files',
  async kind => kinds[kind](),
)

// Checking the types of a single command takes as long as checking those of all kinds.
test.skipIf(byTier({ once: true, full: false }))('what npm run new writes has the right types', async () => {
  const compiler = join(root, 'node_modules/typescript-7/bin/tsc')
  const args = [compiler, '--noEmit', '--singleThreaded', '--project', 'tsconfig.json']
  // The errors are in the standard output of a run that failed.
  const { stdout } = await run(process.execPath, args, { cwd: copy }).catch(failed => failed)
  expect(stdout).toBe('')
})

test.each([
  [[], /^usage:/],
  [['rule', 'as-named'], /^error: "as-named" is not a valid name for a rule: graph, .* such as text\/as-named\nusage:/],
  [
    ['command', 'Tally'],
    /^error: "Tally" is not a valid name for a command: 2 to 20 lowercase letters, such as tally\nusage:/,
  ],
  [['toString', 'x'], /^usage:/],
])('npm run new %j prints its usage', async (args, said) => {
  const { code, stderr } = await create(...args).catch(failed => failed)
  expect([code, stderr]).toEqual([2, expect.stringMatching(said)])
  expect(stderr).toContain('npm run new rule')
})
