// Packs the published packages: `npm run pack -- [folder]`; the folder is build/packages unless it is named.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pack } from '../release/packages.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = resolve(process.argv[2] ?? join(root, 'build/packages'))

mkdirSync(folder, { recursive: true })
for (const file of readdirSync(folder)) if (/^scenewright(-service)?-\d.*\.tgz$/.test(file)) rmSync(join(folder, file))
for (const tarball of await pack(root, folder)) {
  console.log(`${tarball}  ${(statSync(tarball).size / 1_000_000).toFixed(2)} MB`)
}
