import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** VS Code 1.100 as a server for browsers, as an npm package. It is no dependency: it has 175 MB, and few machines need it. */
const version = '4.100.0'
const sha512 = '7D5nTg9XsLUpO49leS0EfnwQvin5bQ6s/aUQFCPncA5a9WMhc2K+NR/gFbd9g84v72UNj57Wcd557IlEnFenSg=='

const cache = fileURLToPath(new URL('../../../../node_modules/.cache/code-server', import.meta.url))

/**
 * The folder of VS Code's server. It is downloaded once, and rejected if it is not the pinned content; no script of it
 * runs. The libraries in machine code that it lacks without them are for logs, terminals and watching files, and it
 * continues without.
 */
export async function fetchVscode(ripgrep: string): Promise<string> {
  const kept = join(cache, version)
  const vscode = join(kept, 'package/lib/vscode')
  if (existsSync(vscode)) return vscode
  mkdirSync(cache, { recursive: true })
  const part = mkdtempSync(join(cache, 'part-'))
  try {
    await promisify(execFile)('npm', ['pack', '--silent', `code-server@${version}`], { cwd: part })
    const [archive = ''] = readdirSync(part)
    const hash = createHash('sha512')
      .update(readFileSync(join(part, archive)))
      .digest('base64')
    if (hash !== sha512) throw new Error(`code-server@${version} has the SHA-512 ${hash}; expected ${sha512}`)
    await promisify(execFile)('tar', ['-xzf', archive], { cwd: part })
    rmSync(join(part, archive))
    const folder = join(part, 'package/lib/vscode')
    // Its own lock file pins the libraries, except for one that the lock file lacks: `npm ci` refuses it.
    const args = ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund']
    await promisify(execFile)('npm', args, { cwd: folder })
    mkdirSync(join(folder, 'node_modules/@vscode/ripgrep/bin'), { recursive: true })
    symlinkSync(ripgrep, join(folder, 'node_modules/@vscode/ripgrep/bin/rg'))
    // A second run may have been faster.
    if (!existsSync(vscode)) renameSync(part, kept)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
  return vscode
}
