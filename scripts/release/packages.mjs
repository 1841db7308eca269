// The packages that are published: every one below packages/ that is not private.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../build/processes.mjs'
import { withFullLinks } from './links.mjs'

/** In the order in which they are published: a package comes after the published packages that it depends on. */
export function publishablePackages(root) {
  const found = readdirSync(join(root, 'packages'))
    .sort()
    .map(name => ({ folder: join(root, 'packages', name), path: `packages/${name}` }))
    .map(place => ({ ...place, manifest: JSON.parse(readFileSync(join(place.folder, 'package.json'), 'utf8')) }))
    .filter(({ manifest }) => manifest.private !== true)
  return inOrder(found)
}

/** Two packages that name each other, as peers do, stay in the order of their names. */
function inOrder(packages) {
  const ordered = []
  const visiting = new Set()
  const visit = item => {
    if (visiting.has(item)) return
    visiting.add(item)
    const { dependencies, peerDependencies } = item.manifest
    const names = Object.keys({ ...dependencies, ...peerDependencies })
    for (const other of packages) if (names.includes(other.manifest.name)) visit(other)
    ordered.push(item)
  }
  for (const item of packages) visit(item)
  return ordered
}

/**
 * Packs the published packages into a folder, in their published form; resolves with the paths of the tarballs, in the
 * order of the packages. It packs a copy, so that the checkout can be used meanwhile.
 */
export async function pack(root, into) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const packages = publishablePackages(root)
  const copy = mkdtempSync(join(tmpdir(), 'scenewright-pack-'))
  try {
    for (const item of packages) copyPackage(root, item, copy)
    const args = ['--yes', '--prefer-offline', packageManager, '--recursive', 'pack', '--pack-destination', into]
    await run('npx', args, { cwd: copy, stdio: ['ignore', 'ignore', process.stderr] })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  return packages.map(({ manifest: { name, version } }) => join(into, `${name}-${version}.tgz`))
}

/** Copies the published files of a package: its own, and those that the repository has only once. */
function copyPackage(root, { folder, path, manifest }, copy) {
  const target = join(copy, path)
  // The private packages of the workspace are not published.
  const { devDependencies: _ours, ...published } = manifest
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, 'package.json'), JSON.stringify(published, null, 2))
  for (const name of ['bin', 'dist', 'README.md']) {
    if (existsSync(join(folder, name))) cpSync(join(folder, name), join(target, name), { recursive: true })
  }
  const { version, repository } = manifest
  const address = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/v${version}`
  for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md']) {
    const own = join(target, name)
    const text = readFileSync(existsSync(own) ? own : join(root, name), 'utf8')
    writeFileSync(own, withFullLinks(text, address))
  }
  // pnpm writes the versions of the catalog and of the workspace into the manifest; it reads them from here.
  cpSync(join(root, 'pnpm-workspace.yaml'), join(copy, 'pnpm-workspace.yaml'))
  for (const other of publishablePackages(root)) {
    const place = join(target, 'node_modules', other.manifest.name)
    mkdirSync(place, { recursive: true })
    cpSync(join(other.folder, 'package.json'), join(place, 'package.json'))
  }
}
