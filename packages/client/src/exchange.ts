import type { Readable } from 'node:stream'
import type { buildConnector } from 'undici'

/** The usual maximum size of a response, in bytes: far more than the service's largest, far less than the memory. */
const usualMaxBytes = 16 * 1024 * 1024

/** Calls `action` once, `ms` from now. The returned function cancels it. */
export type Timer = (ms: number, action: () => void) => () => void

const systemTimer: Timer = (ms, action) => {
  const timer = setTimeout(action, ms)
  return () => clearTimeout(timer)
}

/** A request as it is sent. */
export interface Request {
  readonly origin: string
  /** GET, POST, PATCH; a state backend also uses PUT, DELETE, LOCK and UNLOCK. */
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  /** Starts the time limit; by default, on the system's clock. */
  readonly timer?: Timer
  readonly signal?: AbortSignal
  /** The maximum size of the body of the response; by default 16 MiB. */
  readonly maxBytes?: number
}

/** How far a request got. `lost`: it may or may not have reached the service. */
export type Exchange =
  | { readonly kind: 'not-sent'; readonly error: unknown }
  | { readonly kind: 'lost'; readonly error: unknown }
  | { readonly kind: 'answered'; readonly answer: Answer }

/** A response, or the part of it that arrived. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** Whether the body is complete. */
  readonly isWhole: boolean
  /** Whether it was given up because it is larger than the maximum. */
  readonly isTooLarge?: true
}

/**
 * Sends a request once, on its own connection, and reads the response. Connections are never reused: if the service has
 * just closed one, it would be unknown whether the request was sent.
 */
export async function exchange(request: Request): Promise<Exchange> {
  const end = createDeadline(request)
  const { signal } = end
  const progress = { isConnected: false }
  // Loaded for the first request: most runs of the command line send none.
  const { Client: Connection, buildConnector: connectorOf } = await import('undici')
  const connection = new Connection(request.origin, {
    connect: noting(connectorOf({ timeout: request.timeoutMs }), signal, progress),
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    const { method, path, headers, body = null, maxBytes } = request
    const response = await connection.request({ method, path, headers, body, signal })
    const read = await readBody(response.body, maxBytes)
    return { kind: 'answered', answer: { status: response.statusCode, headers: response.headers, ...read } }
  } catch (error) {
    return { kind: progress.isConnected ? 'lost' : 'not-sent', error }
  } finally {
    end.forget()
    connection.destroy().catch(() => {})
  }
}

/** A signal that aborts at the time limit, or when the caller aborts. */
function createDeadline({ timeoutMs, timer = systemTimer, signal: outer }: Request): {
  readonly signal: AbortSignal
  readonly forget: () => void
} {
  const controller = new AbortController()
  const giveUp = () => controller.abort(new Error('the request was given up'))
  const cancel = timer(timeoutMs, () => controller.abort(new Error('time-out')))
  if (outer?.aborted) giveUp()
  outer?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    forget: () => {
      cancel()
      outer?.removeEventListener('abort', giveUp)
    },
  }
}

/**
 * Records when the connection is established, including TLS: before that, no part of the request can have been sent.
 */
function noting(
  connect: buildConnector.connector,
  signal: AbortSignal,
  progress: { isConnected: boolean },
): buildConnector.connector {
  return (options, callback) => {
    connect(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      if (signal.aborted) {
        socket.destroy()
        return callback(new Error('given up while connecting'), null)
      }
      progress.isConnected = true
      return callback(null, socket)
    })
  }
}

async function readBody(
  body: Readable,
  maxBytes = usualMaxBytes,
): Promise<Pick<Answer, 'text' | 'isWhole' | 'isTooLarge'>> {
  const chunks: Buffer[] = []
  const text = () => Buffer.concat(chunks).toString('utf8')
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBytes) return { text: text(), isWhole: false, isTooLarge: true }
    }
  } catch {
    return { text: text(), isWhole: false }
  }
  return { text: text(), isWhole: true }
}

/** Why there was no response to a request, in words. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error.message || ('code' in error ? String(error.code) : error.name)
}
