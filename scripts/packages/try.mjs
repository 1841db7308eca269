// Installs the packed packages with npm as a new user would, and runs the whole workflow with them, on the current
// Node: `npx node@24 scripts/packages/try.mjs [folder of the tarballs]`. Progress is on standard error.
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { run, stopAll } from '../build/processes.mjs'
import { walk } from './walk.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** A folder with a package that npm would otherwise download. */
    offline: { type: 'string', multiple: true, default: [] },
    /** An empty folder to install into, which is kept. */
    keep: { type: 'string' },
  },
})
const tarballs = resolve(positionals[0] ?? fileURLToPath(new URL('../../build/packages', import.meta.url)))
const folder = values.keep === undefined ? mkdtempSync(join(tmpdir(), 'scenewright-try-')) : resolve(values.keep)

try {
  await mkdir(folder, { recursive: true })
  await tryPackages()
} finally {
  await stopAll()
  if (values.keep === undefined) rmSync(folder, { recursive: true, force: true })
}

async function tryPackages() {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const begun = performance.now()
  await install(tarball('scenewright'))
  const found = () =>
    say(`from "npm install" to the first finding: ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  const addService = () => install(tarball('scenewright-service'), ...values.offline.map(path => resolve(path)))
  await walk({ folder, found, addService, say })
  console.log(`The packages work on Node ${process.versions.node}.`)
}

/** npm with the current Node, so that it compares the packages' `engines` with this version. */
async function install(...packages) {
  const args = ['install', '--save-dev', '--engine-strict', '--no-audit', '--no-fund', ...packages]
  const source = values.offline.length > 0 ? ['--offline', '--install-links'] : ['--prefer-offline']
  await run(process.execPath, [npm(), ...args, ...source], {
    cwd: folder,
    stdio: ['ignore', process.stderr, process.stderr],
  })
  say(`installed ${packages.length} with --engine-strict`)
}

function tarball(name) {
  const pattern = new RegExp(`^${name}-\\d.*\\.tgz$`)
  const file = readdirSync(tarballs).find(entry => pattern.test(entry))
  if (file === undefined) throw new Error(`${tarballs} has no tarball of ${name}: run \`npm run pack\``)
  return join(tarballs, file)
}

function npm() {
  const { npm_execpath: running = '', PATH = '' } = process.env
  if (running.endsWith('npm-cli.js')) return running
  for (const entry of PATH.split(delimiter)) {
    try {
      return realpathSync(join(entry, 'npm'))
    } catch {
      // Not in this one.
    }
  }
  throw new Error('npm is not on the PATH')
}

function say(text) {
  console.error(`  ${text}`)
}
