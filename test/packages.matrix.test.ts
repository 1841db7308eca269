import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { satisfies } from 'semver'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root, scripts } from './release/scripts.ts'
import { shortLived } from './short-lived.ts'
import { byTier } from './tier.ts'

const folder = mkdtempSync(join(tmpdir(), 'scenewright-packages-'))
const installed = join(folder, 'installed')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The lowest Node that the packages promise. */
const lowestNode = '20.19.0'
const names = scripts.publishablePackages(root).map(({ manifest }) => manifest.name)

/** A check of an unknown tag: it fails, and packs the packages that all tests of this file use. */
let release: { readonly code: number | null; readonly lines: readonly string[] }

beforeAll(() => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'scripts/release/check.mjs'), '--tag', 'v0.0.1', '--out', folder],
    { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' },
  )
  release = { code: status, lines: stdout.split('\n') }
})

test('release:check with an unknown tag fails, though all other steps succeed', () => {
  const { code, lines } = release
  const status = (name: string) => lines.filter(line => line.includes(`  ${name}`)).map(line => line.slice(0, 4).trim())
  expect(code).toBe(1)
  expect(new Set(status('versions'))).toEqual(new Set(['fail']))
  expect(status('changelog')).toEqual(['fail'])
  for (const name of ['Dockerfile', 'workflows', 'build', 'pack']) expect(status(name)).toEqual(['ok'])
  const manifests = scripts.publishablePackages(root).map(({ manifest }) => manifest)
  for (const { name } of manifests) {
    for (const step of ['contents', 'npm publish --dry-run', 'SBOM']) expect(status(`${name}: ${step}`)).toEqual(['ok'])
  }
  const packed = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))
  expect(packed.map(({ name, version }: { name: string; version: string }) => ({ name, version }))).toEqual(
    manifests.map(({ name, version }) => ({ name, version })),
  )
  for (const { file, name, version } of packed) {
    expect(readFileSync(join(folder, file)).length).toBeGreaterThan(1000)
    const sbom = JSON.parse(readFileSync(join(folder, `${name}-${version}.cdx.json`), 'utf8'))
    expect(sbom.metadata.component.purl).toBe(`pkg:npm/${name}@${version}`)
  }
})

describe.each(names)('the package %s', name => {
  const packed = () => createPackageFromTarballData(readFileSync(tarballOf(name)))
  const textOf = (file: string) => packed().readFile(`/node_modules/${name}/${file}`)

  test('passes publint and attw', async () => {
    const { buffer } = Uint8Array.from(readFileSync(tarballOf(name)))
    const { messages } = await publint({ pkgDir: 'package', pack: { tarball: buffer }, strict: true })
    expect(messages).toEqual([])
    const types = await checkPackage(packed())
    // The service has no modules of its own to import, so it has no types either.
    expect('problems' in types ? types.problems : types.types).toEqual(name === 'scenewright' ? [] : false)
  })

  test('contains its readme, its license and its changes, and the licenses of bundled packages', () => {
    const files = packed()
      .listFiles()
      .map(file => file.replace(`/node_modules/${name}/`, ''))
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md', 'dist/THIRD_PARTY_LICENSES']))
    expect(files.filter(file => /\.cache$|\.built$|\.map$/.test(file))).toEqual([])
    expect(textOf('LICENSE')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
    const links = [...textOf('README.md').matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link)
    expect(links.length).toBeGreaterThan(0)
    expect(links.filter(link => !/^(https:|#)/.test(link ?? ''))).toEqual([])
  })

  test('bundles only packages whose licenses allow it', () => {
    const bundled = [...textOf('dist/THIRD_PARTY_LICENSES').matchAll(/^\S+ \d+\.\d+\.\d+\S* \((.+)\)$/gm)]
    expect(bundled.length).toBeGreaterThan(10)
    const allowed = ['MIT', 'ISC', 'BSD-3-Clause', 'Apache-2.0', 'MIT or MPL-2.0']
    expect(bundled.filter(([, license = '']) => !allowed.includes(license)).map(([line]) => line)).toEqual([])
  })

  test('has a manifest for npm only', () => {
    const text = textOf('package.json')
    expect(text).not.toMatch(/catalog:|workspace:|@scenewright\//)
    const { version } = JSON.parse(readFileSync(join(root, 'packages/scenewright/package.json'), 'utf8'))
    const address = 'https://github.com/scenewright/scenewright'
    expect(JSON.parse(text)).toMatchObject({
      version,
      repository: { url: `git+${address}.git`, directory: `packages/${name}` },
      homepage: expect.stringContaining(address),
      bugs: `${address}/issues`,
      keywords: expect.arrayContaining(['bot']),
      ...(name === 'scenewright' && { peerDependencies: { 'scenewright-service': version } }),
    })
  })
})

describe('installed by npm from local packages', () => {
  let said = ''

  beforeAll(async () => {
    const offline = names.flatMap(copyDependencies).flatMap(path => ['--offline', path])
    said = (await tryPackages([process.execPath], ['--keep', installed, ...offline])).stdout
  })

  test('the packages do everything that a new user needs', () => {
    expect(said).toBe(`The packages work on Node ${process.versions.node}.\n`)
  })

  test('every package accepts the lowest promised version of Node', () => {
    const manifests = manifestsBelow(join(installed, 'node_modules'))
    expect(manifests.map(manifest => manifest.name)).toEqual(expect.arrayContaining(['@electric-sql/pglite', ...names]))
    expect(manifests.filter(({ engines }) => !satisfies(lowestNode, engines?.node ?? '*'))).toEqual([])
  })

  test('scenewright takes at most 2.5 MB packed, and 15 MB installed and used', () => {
    expect(statSync(tarballOf('scenewright')).size).toBeLessThan(2.5e6)
    expect(sizeOf(join(installed, 'node_modules/scenewright'))).toBeLessThan(15e6)
  })

  test('scenewright-service is as large as its readme says', () => {
    const readme = readFileSync(join(root, 'packages/scenewright-service/README.md'), 'utf8')
    const megabytes = Number(/about (\d+) MB on disk/.exec(readme)?.[1])
    const folders = ['scenewright-service', '@electric-sql'].map(path => sizeOf(join(installed, 'node_modules', path)))
    expect(Math.abs(folders.reduce((sum, size) => sum + size, 0) / 1e6 - megabytes)).toBeLessThan(2)
  })
})

const lines = byTier({ once: [], full: [lowestNode, '22', '24', '26'] })
const hasRegistry = lines.length > 0 && (process.env.SCENEWRIGHT_TEST_REGISTRY === 'required' || reachesRegistry())
if (lines.length > 0 && !hasRegistry) console.warn('The registry of npm cannot be reached: only this Node is tried.')

test.runIf(hasRegistry).each(lines)(
  'npm installs the packages on Node %s, and the whole workflow works',
  async line => {
    const { stdout } = await tryPackages(['npx', '--yes', `node@${line}`])
    expect(stdout).toContain(`The packages work on Node ${line}.`)
  },
)

/** Installs the packed packages and walks the whole way with them, on the Node that a command line starts with. */
function tryPackages([command = '', ...before]: readonly string[], after: readonly string[] = []) {
  const args = [...before, join(root, 'scripts/packages/try.mjs'), folder, ...after]
  return promisify(execFile)(command, args, { env: { ...process.env, ...shortLived } })
}

function reachesRegistry(): boolean {
  const args = ['view', `node@${lowestNode}`, 'version', '--prefer-online', '--fetch-retries=0']
  return spawnSync('npm', args, { stdio: 'ignore' }).status === 0
}

function tarballOf(name: string): string {
  const file = readdirSync(folder).find(entry => new RegExp(`^${name}-\\d.*\\.tgz$`).test(entry))
  return join(folder, file ?? `the tarball of ${name}`)
}

/** Copies what npm would fetch with a package, and gives the folders: npm takes none from the folders of pnpm. */
function copyDependencies(name: string): readonly string[] {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
  return Object.keys(dependencies).map(dependency => {
    const copy = join(folder, 'fetched', dependency)
    cpSync(join(root, 'packages', name, 'node_modules', dependency), copy, { recursive: true, dereference: true })
    return copy
  })
}

interface Manifest {
  readonly name: string
  readonly engines?: { readonly node?: string }
}

function manifestsBelow(modules: string): readonly Manifest[] {
  const files = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  return files
    .filter(file => /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(file))
    .map(file => JSON.parse(readFileSync(join(modules, file), 'utf8')))
}

function sizeOf(path: string): number {
  const files = readdirSync(path, { recursive: true, encoding: 'utf8' }).map(file => statSync(join(path, file)))
  return files.filter(file => file.isFile()).reduce((sum, { size }) => sum + size, 0)
}
