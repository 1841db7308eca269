import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../../build/processes.mjs'

/** The package with the other linters, which is separate, so that contributors need not install them. */
export const peersFolder = fileURLToPath(new URL('.', import.meta.url))

/**
 * Installs the locked packages next to a benchmark, unless they are installed. A failure, for example without a
 * network, is an error.
 */
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
