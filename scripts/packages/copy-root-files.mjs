// Lends a package the repository's own README, LICENSE and CHANGELOG while it is packed, so that there is one of each.
// In the package's folder: `node copy-root-files.mjs copy LICENSE …` before packing, and `remove` in place of `copy` after it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const [action, ...names] = process.argv.slice(2)
const root = new URL('../../', import.meta.url)
const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'))
const address = repository.url.replace(/^git\+|\.git$/g, '')

for (const name of names) {
  if (action === 'remove') rmSync(name, { force: true })
  else writeFileSync(name, withFullLinks(readFileSync(fileURLToPath(new URL(name, root)), 'utf8')))
}

/** Links to other files of the repository lead there from wherever the text is read. */
function withFullLinks(text) {
  return text.replaceAll(/\]\((?![a-z]+:|#)([^)]+)\)/g, (_link, path) => `](${address}/blob/v${version}/${path})`)
}
