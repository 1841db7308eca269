import type { Readable } from 'node:stream'
import type { buildConnector } from 'undici'

/** How much of an answer is read, in bytes: far above the service's largest, far below what hurts. */
const answerLimit = 16 * 1024 * 1024

/** One request, as it goes out. */
export interface Request {
  readonly origin: string
  /** GET, POST, PATCH; a state's home also has PUT, DELETE, LOCK and UNLOCK. */
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/** How far a request got. `sent` may be untrue for `lost`: nothing proves it. */
export type Exchange =
  | { readonly kind: 'not-sent'; readonly error: unknown }
  | { readonly kind: 'lost'; readonly error: unknown }
  | { readonly kind: 'answered'; readonly answer: Answer }

/** An answer, or as much of it as came. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  /** Whether the body came to its end. */
  readonly isWhole: boolean
}

/**
 * Sends a request once, on a connection of its own, and reads the answer. A connection is never used twice: one that
 * the service has just closed would leave it open whether the request was sent.
 */
export async function exchange(request: Request): Promise<Exchange> {
  const end = endOf(request)
  const { signal } = end
  const progress = { isConnected: false }
  // Loaded with the first request: most calls of the command line send none.
  const { Client: Connection, buildConnector: connectorOf } = await import('undici')
  const connection = new Connection(request.origin, {
    connect: noting(connectorOf({ timeout: request.timeoutMs }), signal, progress),
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  try {
    const { method, path, headers, body } = request
    const response = await connection.request({ method, path, headers, body: body ?? null, signal })
    const { text, isWhole } = await readBody(response.body)
    return { kind: 'answered', answer: { status: response.statusCode, headers: response.headers, text, isWhole } }
  } catch (error) {
    return { kind: progress.isConnected ? 'lost' : 'not-sent', error }
  } finally {
    end.forget()
    connection.destroy().catch(() => {})
  }
}

/** Ends when the time is up, or when the caller says so. */
function endOf({ timeoutMs, signal: outer }: Request): { readonly signal: AbortSignal; readonly forget: () => void } {
  const controller = new AbortController()
  const giveUp = () => controller.abort(new Error('the request was given up'))
  const timer = setTimeout(() => controller.abort(new Error('time-out')), timeoutMs)
  if (outer?.aborted) giveUp()
  outer?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    forget: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', giveUp)
    },
  }
}

/** Notes when the connection stands, TLS included: before that, nothing of the request can have left. */
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

async function readBody(body: Readable): Promise<{ text: string; isWhole: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  let isWhole = true
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size > answerLimit) {
        isWhole = false
        break
      }
    }
  } catch {
    isWhole = false
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isWhole }
}
