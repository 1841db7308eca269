// npm run release:check [-- --tag v0.2.0] [--out <folder>]
// Everything that a release does except the upload: a line for each check, and exit code 1 where one fails.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeReady } from '../build/ready.mjs'
import { sectionOf } from './changelog.mjs'
import { lintDockerfile, lintWorkflows } from './lint.mjs'
import { pack, publishablePackages } from './packages.mjs'
import { createSbom, validateSbom } from './sbom.mjs'
import { inspectTarball } from './tarball.mjs'
import { namedVersions } from './versions.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The common version of all places; a line for each that differs, also from the tag. */
export function checkVersions(places, tag) {
  const [{ version }] = places
  const wanted = tag?.replace(/^v/, '') ?? version
  const problems = places
    .filter(place => place.version !== wanted)
    .map(place => `${place.place} names ${place.version}, not ${wanted}: run \`npm run release:prepare -- ${wanted}\``)
  if (tag !== undefined && !tag.startsWith('v')) problems.push(`the tag "${tag}" does not begin with v`)
  return { problems, detail: version }
}

/** With a tag, its version has a section with text; without one, there is a place for the next changes. */
export function checkChangelog(changelog, tag) {
  const wanted = tag === undefined ? 'Unreleased' : tag.replace(/^v/, '')
  const section = sectionOf(changelog, wanted)
  if (section === undefined) return { problems: [`CHANGELOG.md has no section "## ${wanted}"`] }
  if (section === '' && tag !== undefined) return { problems: [`the section "## ${wanted}" of CHANGELOG.md is empty`] }
  return { problems: [], detail: `"${wanted}", ${section === '' ? 0 : section.split('\n').length} lines` }
}

async function main() {
  const { values } = parseArgs({ options: { tag: { type: 'string' }, out: { type: 'string' } } })
  const out = values.out === undefined ? mkdtempSync(join(tmpdir(), 'scenewright-release-')) : resolve(values.out)
  mkdirSync(out, { recursive: true })
  try {
    const failed = await checkAll(values.tag, out)
    console.log(failed === 0 ? '\nReady for a release.' : `\nNot ready: ${failed} failed.`)
    return failed === 0 ? 0 : 1
  } finally {
    if (values.out === undefined) rmSync(out, { recursive: true, force: true })
  }
}

async function checkAll(tag, out) {
  let failed = 0
  const check = async (name, work) => {
    const { problems, detail, level = 'fail' } = await attempt(work)
    if (problems.length === 0) console.log(`ok    ${name}${detail === undefined ? '' : `: ${detail}`}`)
    else if (level === 'fail') failed += 1
    for (const problem of problems) console.log(`${level}  ${name}: ${problem}`)
  }
  const packages = publishablePackages(root)
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  await check('versions', () => checkVersions(namedVersions(root), tag))
  await check('changelog', () => checkChangelog(changelog, tag))
  await check('clean tree', checkTree)
  await check('Dockerfile', () => ({ problems: lintDockerfile(root) }))
  await check('workflows', async () => ({ problems: await lintWorkflows(root) }))
  await check('build', async () => {
    await makeReady()
    return { problems: [] }
  })
  let tarballs = []
  await check('pack', async () => {
    tarballs = await pack(root, out)
    return { problems: [], detail: tarballs.map(tarball => basename(tarball)).join(', ') }
  })
  const packed = []
  for (const [index, tarball] of tarballs.entries()) {
    const item = packages[index]
    const { name, version } = item.manifest
    await check(`${name}: contents`, () => checkContents(tarball))
    await check(`${name}: npm publish --dry-run`, () => dryRun(tarball))
    await check(`${name}: SBOM`, () => writeSbom(item, out))
    packed.push({ name, version, file: basename(tarball), integrity: integrityOf(tarball) })
  }
  writeFileSync(join(out, 'release.json'), `${JSON.stringify(packed, undefined, 2)}\n`)
  if (tag !== undefined) writeFileSync(join(out, 'notes.md'), `${sectionOf(changelog, tag.replace(/^v/, '')) ?? ''}\n`)
  return failed
}

/** A check that throws has failed; the first line is the reason. */
async function attempt(work) {
  try {
    return await work()
  } catch (error) {
    const [first] = String(error.stderr || error.message)
      .trim()
      .split('\n')
    return { problems: [first] }
  }
}

/** Uncommitted changes would be missing in the tag. */
function checkTree() {
  const changed = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim()
  const count = changed === '' ? 0 : changed.split('\n').length
  return { level: 'warn', problems: count === 0 ? [] : [`${count} files differ from the last commit`] }
}

function checkContents(tarball) {
  const privateNames = readdirSync(join(root, 'packages'))
    .map(name => JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')))
    .filter(manifest => manifest.private === true)
    .map(({ name }) => name)
  const { problems, files, bytes } = inspectTarball(tarball, { privateNames, buildFolder: root.replace(/\/$/, '') })
  return { problems, detail: `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB` }
}

/** Offline: whether npm accepts the package can be checked without the registry. */
function dryRun(tarball) {
  const args = [
    'publish',
    '--dry-run',
    '--offline',
    '--ignore-scripts',
    '--access',
    'public',
    '--tag',
    'dry-run',
    tarball,
  ]
  execFileSync('npm', args, { cwd: tmpdir(), stdio: 'pipe', encoding: 'utf8' })
  return { problems: [] }
}

async function writeSbom(item, out) {
  const text = await createSbom(root, item)
  const error = await validateSbom(text)
  const file = `${item.manifest.name}-${item.manifest.version}.cdx.json`
  writeFileSync(join(out, file), text)
  return {
    problems: error === null ? [] : [`not valid CycloneDX: ${JSON.stringify(error).slice(0, 300)}`],
    detail: `${JSON.parse(text).components.length} components`,
  }
}

function integrityOf(tarball) {
  return `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
}
