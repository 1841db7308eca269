import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { HttpError } from './http-error.ts'
import { headersFor } from './respond.ts'

/** The build puts the folder next to the bundle. */
const folder = new URL('./studio/', import.meta.url)

const types: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The page: everything is in its script and style, because the policy allows nothing inline. */
const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scenewright studio</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/studio.css">
<script type="module" src="/assets/studio.js"></script>
</head>
<body><div id="studio"></div></body>
</html>
`

/** Answers `/` and `/assets/<name>`, which contain no data of the project. */
export function sendPage(path: string, request: IncomingMessage, response: ServerResponse): void {
  const { type, content } = path === '/' ? { type: 'text/html; charset=utf-8', content: html } : readAsset(path)
  const isSmaller = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = isSmaller ? gzipSync(content) : Buffer.from(content)
  response.writeHead(200, {
    ...headersFor(type),
    'content-length': body.length,
    vary: 'accept-encoding',
    ...(isSmaller && { 'content-encoding': 'gzip' }),
  })
  response.end(body)
}

/** Only the names in the folder are files of the page. */
function readAsset(path: string): { readonly type: string; readonly content: string | Buffer } {
  const name = path.slice('/assets/'.length)
  const type = types[extname(name)]
  if (!path.startsWith('/assets/') || type === undefined || !listAssets().includes(name)) throw notFound()
  return { type, content: readFileSync(new URL(name, folder)) }
}

function listAssets(): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The refusal of a path that the server does not have. */
export function notFound(): HttpError {
  return new HttpError(404, 'path', 'there is nothing at this path')
}
