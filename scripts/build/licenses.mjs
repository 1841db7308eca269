// Which packages a published package carries in its bundles, and their licenses.
import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { root } from './shared.mjs'

/**
 * Writes what the bundles in `dist` contain: the licenses of every package with code in them, and of `others`, into
 * `THIRD_PARTY_LICENSES`; their folders, relative to the root, into `generated/bundled.json` beside `dist`, for the bill
 * of materials of a release.
 */
export async function recordBundled(metafiles, dist, others = []) {
  const inputs = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap(usedInputs))
  const used = inputs.filter(path => path.includes('node_modules/')).map(packageFolderOf)
  const folders = new Set(await Promise.all([...used, ...others].map(folder => realpath(folder))))
  const sections = await Promise.all([...folders].map(licenseSection))
  const text = [...new Set(sections)].sort().join(`\n${'-'.repeat(80)}\n\n`)
  await writeFile(join(dist, 'THIRD_PARTY_LICENSES'), text)
  const record = join(dirname(dist), 'generated/bundled.json')
  await mkdir(dirname(record), { recursive: true })
  const paths = [...folders].map(folder => relative(root, folder)).sort()
  await writeFile(record, `${JSON.stringify(paths, undefined, 2)}\n`)
}

function usedInputs({ inputs }) {
  return Object.entries(inputs)
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path.replace(/^[a-z-]+:/, ''))
}

/** The folder of the package that a file is in. Nested folders may have a package.json without a name. */
function packageFolderOf(path) {
  const [, folder] = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)
  return join(root, folder)
}

async function licenseSection(folder) {
  const { name, version, license, author, homepage, repository } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  )
  if (typeof license !== 'string') throw new Error(`${name} ${version} does not name its license`)
  const address = homepage ?? repository?.url ?? repository ?? ''
  const texts = await Promise.all((await licenseFiles(folder)).map(file => readFile(file, 'utf8')))
  // A package without the text of its license names it, and whose it is.
  const text =
    texts.length > 0 ? texts.map(part => part.trim()).join('\n\n') : `Copyright ${author?.name ?? author ?? name}`
  return `${name} ${version} (${license})\n${address}\n\n${text}\n`
}

async function licenseFiles(folder) {
  const names = (await readdir(folder)).filter(name => /^(licen[cs]e|notice|thirdpartynotice)/i.test(name))
  return names.sort().map(name => join(folder, name))
}
