import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** A request as it came, its body read. */
export interface Received {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a server answers; `drop` closes the connection instead. */
export type Reply =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'drop'
  | 'never'

/** A server on a port of its own, closed after the test. */
export async function serve(handle: (request: Received) => Reply | Promise<Reply>): Promise<string> {
  const server = createServer(async (request, response) => send(response, await handle(await receive(request))))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

async function receive(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  return {
    method: request.method ?? '',
    url: new URL(request.url ?? '/', 'http://server'),
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks).toString('utf8'),
  }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === 'never') return
  if (reply === 'drop') {
    response.destroy()
    return
  }
  response.writeHead(reply.status, reply.headers).end(reply.body)
}
