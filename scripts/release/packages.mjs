// The packages that are published: every one below packages/ that is not private.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../build/processes.mjs'

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

/** Packs a package into a folder, as it will be published; promises the path of the tarball. */
export async function pack(root, { folder, manifest }, into) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const pnpmfile = join(root, 'scripts/packages/pnpmfile.cjs')
  // pnpm writes the versions of the workspace and of the catalog into the manifest; npm would not.
  const args = ['--yes', '--prefer-offline', packageManager, 'pack', '--pack-destination', into]
  const stdio = ['ignore', 'ignore', process.stderr]
  await run('npx', [...args, `--config.pnpmfile=${pnpmfile}`], { cwd: folder, stdio })
  return join(into, `${manifest.name}-${manifest.version}.tgz`)
}
