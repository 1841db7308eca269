import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OperationError } from '@scenewright/model'
import { parseBody } from '../http/reply.ts'

/** A received webhook. */
export interface Received {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly body: unknown
}

/** Returns the receiver's response to a webhook: a status, or `cut` to close the connection. */
export type Respond = (count: number) => { readonly status: number; readonly location?: string } | 'cut'

/** An address of the receiver, and its received webhooks. */
export interface Inbox {
  readonly url: string
  readonly received: readonly Received[]
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  /** A new, unguessable address. */
  open(respond?: Respond): Inbox
  close(): Promise<void>
}

/** Where webhooks can be received. */
export interface ReceiverOptions {
  /** The port to listen on; absent: a free one. */
  readonly port?: number
  /** The address for the service; absent: on this machine, over plain http. */
  readonly url?: string
}

/** The maximum size of a webhook, in bytes. */
const maxBytes = 1024 * 1024

/** Listens only on this machine, unless there is an address for other machines. A port in use is an OperationError. */
export async function startReceiver({ port = 0, url }: ReceiverOptions): Promise<Receiver> {
  const inboxes = new Map<string, { readonly received: Received[]; readonly respond: Respond }>()
  const server = createServer(async (request, response) => {
    const inbox = inboxes.get(request.url?.split('/').at(-1) ?? '')
    const text = await readText(request).catch(() => undefined)
    if (inbox === undefined || text === undefined) return void response.writeHead(404).end()
    const { method = '', headers } = request
    inbox.received.push({ method, headers, text, body: parseBody(text) })
    answer(response, inbox.respond(inbox.received.length))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', cause => {
      const message = `webhooks cannot be received on port ${port}`
      reject(new OperationError('usage', message, { cause, help: 'name a port that is free' }))
    })
    server.listen(port, url === undefined ? '127.0.0.1' : '0.0.0.0', resolve)
  })
  // A TCP server has this kind of address.
  const base = url?.replace(/\/+$/, '') ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    open(respond = () => ({ status: 200 })) {
      const name = randomUUID()
      const received: Received[] = []
      inboxes.set(name, { received, respond })
      return { url: `${base}/${name}`, received }
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > maxBytes) throw new Error('The webhook is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function answer(response: ServerResponse, behavior: ReturnType<Respond>): void {
  if (behavior === 'cut') return void response.destroy()
  const { status, location } = behavior
  response.writeHead(status, location === undefined ? {} : { location }).end()
}
