// node scripts/release/publish.mjs <folder> [--provenance]
// Publishes the tarballs of a folder that `release:check --out` wrote, in their order. What the registry already has with
// the same integrity is skipped, so that a release that broke off can be continued by running it again.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** The first npm that can publish without a token, as a trusted publisher. */
const leastNpm = [11, 5, 1]

/** Checks all packages before it publishes the first; resolves with a line for each. */
export async function publish(folder, { provenance, log }) {
  if (provenance) requireNpm(npm(['--version']).trim())
  const registry = npm(['config', 'get', 'registry']).trim()
  const packages = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8'))
  const states = await Promise.all(packages.map(item => stateIn(registry, item)))
  const conflict = packages.find((_item, index) => states[index] === 'other')
  if (conflict !== undefined) throw new Error(conflictMessage(conflict))
  for (const [index, { name, version, file }] of packages.entries()) {
    if (states[index] === 'same') {
      log(`${name}@${version} is already published`)
      continue
    }
    const tag = version.includes('-') ? 'next' : 'latest'
    const flags = ['--access', 'public', '--ignore-scripts', '--tag', tag, ...(provenance ? ['--provenance'] : [])]
    npm(['publish', join(resolve(folder), file), ...flags])
    log(`${name}@${version} is published with the tag ${tag}`)
  }
}

function npm(args) {
  return execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

function requireNpm(version) {
  const have = version.split('.').map(Number)
  const first = leastNpm.findIndex((part, index) => part !== have[index])
  if (first === -1 || have[first] > leastNpm[first]) return
  throw new Error(`npm ${version} cannot publish as a trusted publisher: it takes ${leastNpm.join('.')} or newer`)
}

/** The registry's state of a version: missing, the same tarball, or another one. */
async function stateIn(registry, { name, version, integrity }) {
  const response = await fetch(new URL(name.replace('/', '%2f'), registry), {
    headers: { 'cache-control': 'no-cache' },
  })
  if (response.status === 404) return 'none'
  if (!response.ok) throw new Error(`the registry answered ${response.status} when asked for ${name}`)
  const { versions } = await response.json()
  const found = versions?.[version]
  if (found === undefined) return 'none'
  return found.dist?.integrity === integrity ? 'same' : 'other'
}

function conflictMessage({ name, version }) {
  return `${name}@${version} is on the registry with other contents, and a version can be published only once.
If an earlier run of this release has published it, re-run the failed jobs of that run: they use the same tarballs.
Otherwise release the next version.`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { provenance: { type: 'boolean' } } })
    const [folder] = positionals
    if (folder === undefined) throw new Error('usage: node scripts/release/publish.mjs <folder> [--provenance]')
    await publish(folder, { provenance: values.provenance === true, log: line => console.log(line) })
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
