import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const tierFile = join(root, 'test/tier.ts')
const [once, full] = [filesOf('test'), filesOf('full')]

test('every file that holds tests belongs to a tier, or is imported by one that does', () => {
  const reached = new Set(once.flatMap(file => [...importedBy(file)]))
  const left = testSources().filter(file => holdsTests(file) && !reached.has(file))
  expect(left.map(file => relative(root, file))).toEqual([])
})

test('the full tier repeats files of `npm test`, and those alone have a number of repetitions by tier', () => {
  expect(full.length).toBeGreaterThan(0)
  expect(full.filter(file => !once.includes(file))).toEqual([])
  const byTier = once.filter(file => importedBy(file).has(tierFile))
  expect(byTier.map(file => relative(root, file))).toEqual(full.map(file => relative(root, file)))
})

test('the files of the full tier run with the repetitions of that tier', () => {
  const isRepeated = (mode: 'test' | 'full') => {
    const args = ['node_modules/vitest/vitest.mjs', 'list', '--json', '--mode', mode, 'test/packages.matrix.test.ts']
    const env = { ...process.env, SCENEWRIGHT_TEST_REGISTRY: 'required' }
    const listed = execFileSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' })
    return listed.includes('Node 20.19.0')
  }
  expect({ once: isRepeated('test'), full: isRepeated('full') }).toEqual({ once: false, full: true })
})

test('CONTRIBUTING.md lists what the full tier repeats', () => {
  const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const listed = [...page.matchAll(/^\| `(\S+\.matrix\.test\.ts)` \|/gm)].map(([, file]) => file)
  expect(listed.sort()).toEqual(full.map(file => relative(root, file)).sort())
})

/** The files that Vitest itself finds for a tier. */
function filesOf(mode: 'test' | 'full'): readonly string[] {
  const args = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', '--mode', mode]
  const { VITEST: _vitest, ...env } = process.env
  const found: readonly { readonly file: string }[] = JSON.parse(
    execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', env }),
  )
  return found.map(({ file }) => file).sort()
}

/** A file and all that it imports by a relative path, directly or not. */
function importedBy(entry: string): ReadonlySet<string> {
  const files = new Set([entry])
  for (const file of files) {
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/\bfrom '(\.[^']+\.ts)'/g)) {
      const target = join(dirname(file), specifier)
      if (existsSync(target)) files.add(target)
    }
  }
  return files
}

function holdsTests(file: string): boolean {
  return /import \{[^}]*\btest\b[^}]*\} from 'vitest'/.test(readFileSync(file, 'utf8'))
}

function testSources(): readonly string[] {
  const packages = readdirSync(join(root, 'packages')).map(name => `packages/${name}/test`)
  return ['test', 'schemas/test', ...packages]
    .map(folder => join(root, folder))
    .filter(folder => existsSync(folder))
    .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name)))
    .filter(file => file.endsWith('.ts'))
}
