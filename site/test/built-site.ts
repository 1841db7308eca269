import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(new URL('../build.mjs', import.meta.url))

/** Makes the first connection of a process to a host fail, and with it the process. */
const offline =
  'data:text/javascript,import net from "node:net"; net.Socket.prototype.connect = () => { throw new Error("a connection") }'

/** Builds the site without a network. Rejects if the build fails. */
export function buildSite(args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, ['--import', offline, script, ...args], { maxBuffer: 1e8 })
}

/** The files below a folder by their paths, which begin with a slash. */
export function filesBelow(folder: string): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter(name => statSync(join(folder, name)).isFile())
  return new Map(files.map(name => [`/${name.replaceAll('\\', '/')}`, readFileSync(join(folder, name))]))
}

/** The links, scripts, styles and pictures of the built pages that lead to nothing on the site, with their pages. */
export function deadLinks(files: ReadonlyMap<string, Buffer>): readonly string[] {
  const pages = [...files]
    .filter(([path]) => path.endsWith('.html'))
    .map(([path, text]) => [path, String(text)] as const)
  const ids = new Map(pages.map(([path, text]) => [path, idsOf(text)]))
  return pages.flatMap(([path, text]) =>
    [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].flatMap(([, link = '']) => {
      const { origin, pathname, hash } = new URL(link.replaceAll('&amp;', '&'), `http://site${path}`)
      if (origin !== 'http://site') return []
      const target = decodeURI(pathname).replace(/\/$/, '/index.html')
      const isAlive = files.has(target) && (hash === '' || ids.get(target)?.has(decodeURIComponent(hash.slice(1))))
      return isAlive ? [] : [`${path}: ${link}`]
    }),
  )
}

function idsOf(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/ id="([^"]+)"/g), ([, id = '']) => id))
}
