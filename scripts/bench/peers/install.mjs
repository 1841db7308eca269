import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../../build/processes.mjs'

/** Where the other linters are: a package of its own, so that nobody installs them to work here. */
export const peersFolder = fileURLToPath(new URL('.', import.meta.url))

/** Installs what a package beside a benchmark locks, unless it is there. That it cannot, without a network say, is an error. */
export function installPeers(folder = peersFolder) {
  const installing = begun.get(folder) ?? install(folder)
  begun.set(folder, installing)
  return installing
}

const begun = new Map()

async function install(folder) {
  const stamp = join(folder, 'node_modules/.installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  try {
    await run('npm', args, { cwd: folder, stdio: ['ignore', process.stderr, process.stderr] })
  } catch (error) {
    throw new Error(`what it is measured beside cannot be installed: ${error.message}`, { cause: error })
  }
  writeFileSync(stamp, wanted)
}
