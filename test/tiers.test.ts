import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { byTier } from './tier.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const tierFile = join(root, 'test/tier.ts')
const ownFile = fileURLToPath(import.meta.url)
const { VITEST: _vitest, SCENEWRIGHT_TEST_TIER: _tier, ...env } = process.env
const options = { cwd: root, encoding: 'utf8', env } as const
const printTier = `
  import { createVitest } from 'vitest/node'
  const vitest = await createVitest('test', { watch: false, mode: process.argv[1] })
  const files = (await vitest.globTestSpecifications()).map(({ moduleId }) => moduleId).sort()
  console.log(JSON.stringify({ files, timeouts: vitest.projects.map(project => project.config.testTimeout) }))
  await vitest.close()
`
const tiers = { test: tierOf('test'), full: tierOf('full') }
const [once, full] = [tiers.test.files, tiers.full.files]

test('every file that contains tests belongs to a tier, or is imported by one that does', () => {
  const reached = new Set(once.flatMap(file => [...importedBy(file)]))
  const left = testSources().filter(file => holdsTests(file) && !reached.has(file))
  expect(left.map(file => relative(root, file))).toEqual([])
})

test('the full tier repeats files of `npm test`, and only those have a number of repetitions by tier', () => {
  expect(full.length).toBeGreaterThan(0)
  expect(full.filter(file => !once.includes(file))).toEqual([])
  const asking = once.filter(file => file !== ownFile && importedBy(file).has(tierFile))
  expect(asking.map(file => relative(root, file))).toEqual(full.map(file => relative(root, file)))
})

test('the files of the full tier run with the repetitions of that tier', () => {
  expect(byTier({ once: 'once', full: 'full' })).toBe('once')
  const args = ['list', '--json', '--mode', 'full', 'test/demo.matrix.test.ts']
  expect(vitest(args)).toContain('Ctrl-C during \\"a project\\"')
})

test('every project has the guard against hanging of its tier', () => {
  expect(tiers.test.timeouts).toEqual([600_000, 600_000])
  expect(tiers.full.timeouts).toEqual([3_600_000, 3_600_000])
})

test('CONTRIBUTING.md lists the files that the full tier repeats', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `(\S+\.matrix\.test\.ts)` \|/gm)].map(([, file]) => file)
  expect(listed.sort()).toEqual(full.map(file => relative(root, file)).sort())
})

/** What Vitest itself finds for a tier: the files, and how long a test of each project may take, in milliseconds. */
function tierOf(mode: 'test' | 'full'): { readonly files: readonly string[]; readonly timeouts: readonly number[] } {
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', printTier, mode], options))
}

/** What a run of Vitest prints that is none of this one. */
function vitest(args: readonly string[]): string {
  return execFileSync(process.execPath, ['node_modules/vitest/vitest.mjs', ...args], options)
}

/** A file and all that it imports by a relative path, directly or not. */
function importedBy(entry: string): ReadonlySet<string> {
  const files = new Set([entry])
  for (const file of files) for (const target of importsOf(file)) files.add(target)
  return files
}

const imports = new Map<string, readonly string[]>()

/** The files that a file imports by a relative path, read once. */
function importsOf(file: string): readonly string[] {
  const known = imports.get(file)
  if (known !== undefined) return known
  const found = [...readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+\.ts)'/g)]
    .map(([, specifier = '']) => join(dirname(file), specifier))
    .filter(target => existsSync(target))
  imports.set(file, found)
  return found
}

function holdsTests(file: string): boolean {
  return /import \{[^}]*\btest\b[^}]*\} from 'vitest'/.test(readFileSync(file, 'utf8'))
}

function testSources(): readonly string[] {
  const packages = readdirSync(join(root, 'packages')).map(name => `packages/${name}/test`)
  const editors = readdirSync(join(root, 'editors')).map(name => `editors/${name}/test`)
  return ['test', 'schemas/test', 'site/test', ...packages, ...editors]
    .map(folder => join(root, folder))
    .filter(folder => existsSync(folder))
    .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)))
    .filter(file => file.endsWith('.ts'))
}
