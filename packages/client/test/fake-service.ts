import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a small server was asked. */
export interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A real server on this machine that answers as told, and what it was asked. It ends with the test. */
export async function serve(
  answer: (response: ServerResponse, asked: Asked) => void,
): Promise<{ url: string; asked: Asked[]; server: Server }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
      asked.push(one)
      answer(response, one)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, server }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Answers with the start of a body that is announced to be longer, and breaks off. */
export function sendCut(response: ServerResponse, status: number, start: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': String(start.length + 500) })
  response.write(start, () => response.destroy())
}
