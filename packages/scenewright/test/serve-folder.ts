import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
}

/** Serves the files of a folder, and counts the compressed bytes that are sent by the path of the file. */
export async function serveFolder(folder: string) {
  const sent = new Map<string, number>()
  const unknown: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    const file = join(folder, path)
    if (!existsSync(file) || !statSync(file).isFile()) {
      unknown.push(path)
      response.writeHead(404).end()
      return
    }
    const content = gzipSync(readFileSync(file), { level: 9 })
    sent.set(path, (sent.get(path) ?? 0) + content.length)
    const type = types[extname(file)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(content)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    sent,
    /** The requested paths that are no files. */
    unknown,
    close: () => new Promise<unknown>(resolve => server.close(resolve)),
  }
}
