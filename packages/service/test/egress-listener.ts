import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** A request that came in. */
interface Heard {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

/** A real listener on this machine, which notices every connection and every byte. */
export interface Listener {
  readonly port: number
  readonly origin: string
  readonly heard: readonly Heard[]
  connections(): number
  bytes(): number
  close(): Promise<void>
}

type Answer = (heard: Heard, response: ServerResponse) => void

/** Listens on a host's port, a free one where 0; answers 200 with `{}` where nothing else is said. */
export async function listenOn(
  answer: Answer = (_heard, response) => response.end('{}'),
  { host = '127.0.0.1', port = 0 }: { readonly host?: string; readonly port?: number } = {},
): Promise<Listener> {
  const sockets: Socket[] = []
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method, url: path, headers } = request
    const entry = { method, path, headers, text }
    heard.push(entry)
    answer(entry, response)
  })
  server.on('connection', socket => sockets.push(socket))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const { port: actual } = server.address() as AddressInfo
  return {
    port: actual,
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    heard,
    connections: () => sockets.length,
    bytes: () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0),
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
