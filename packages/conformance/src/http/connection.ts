import { Mismatch } from '../verdict.ts'
import { parseBody, type Reply, short } from './reply.ts'
import type { ServiceAddress } from './service-address.ts'

/** The time limit for a response, in milliseconds. */
const timeoutMs = 20_000

/** The maximum number of concurrent requests. */
const maxConnections = 32

/** A request as it is sent. */
export interface Request {
  readonly method: string
  /** Relative to the address of the service, including /api/v1 if needed. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Sends requests to one service. */
export interface Connection {
  readonly address: ServiceAddress
  /** Rejects with a Mismatch if there is no response. */
  send(request: Request): Promise<Reply>
  close(): Promise<void>
}

/** Opens connections to a service. The signal aborts requests in progress. */
export async function openConnection(address: ServiceAddress, signal: AbortSignal): Promise<Connection> {
  // Loaded for the first request: most runs of the command line send none.
  const { Agent } = await import('undici')
  const agent = new Agent({ connections: maxConnections, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
  return {
    address,
    async send({ method, path, headers = {}, body }) {
      const asked = askedText(method, path, body)
      try {
        const answer = await agent.request({
          origin: address.origin,
          // The type names the usual methods; a service must reject others too.
          method: method as 'GET',
          path: address.prefix + path,
          headers: { accept: 'application/json', ...headers },
          body: body ?? null,
          signal,
        })
        const text = await answer.body.text()
        return { asked, status: answer.statusCode, headers: answer.headers, text, body: parseBody(text) }
      } catch (error) {
        signal.throwIfAborted()
        throw new Mismatch(asked, 'an answer', `none: ${reasonOf(error)}`)
      }
    },
    close: () => agent.destroy(),
  }
}

function askedText(method: string, path: string, body: string | Uint8Array | undefined): string {
  if (body === undefined) return `${method} ${short(path)}`
  return `${method} ${short(path)} ${typeof body === 'string' ? short(body) : `(${body.length} bytes)`}`
}

/** Returns the reason of a network error: its code if it has one. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
