import { createHmac } from 'node:crypto'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { BlockedTargetError, type Egress } from '../egress/egress.ts'
import type { Timers } from '../runtime/timers.ts'
import type { Span } from '../tracing/tracing.ts'

/** The prefix before the bytes of a secret. */
const prefix = 'whsec_'

/** The outcome of an attempt: delivered, to be retried, or failed. */
export type Attempt =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'again'; readonly reason: string; readonly askedMs?: number }
  | { readonly kind: 'failed'; readonly reason: string }

/** How much of a response's body is read to keep the connection, in bytes, and for how long, in milliseconds. */
const maxRead = 64 * 1024
const maxReadMs = 2000

/** The maximum length of a stored reason, in characters. */
const maxReasonLength = 500

/** The options for sending a result. */
interface SendOptions {
  readonly egress: Egress
  readonly timeoutMs: number
  readonly clock: () => Date
  readonly timers: Timers
  /** Aborts the attempt. */
  readonly signal: AbortSignal
  /** The span of the attempt. */
  readonly span?: Pick<Span, 'headers' | 'set'>
}

/** A result to send: the same bytes and the same id at every attempt. */
interface SentResult {
  readonly id: string
  readonly body: string
  /** The place of the completion among all. */
  readonly sequence: number
  readonly secret: string
}

/** Sends a result once. Never rejects; redirects are not followed. */
export async function sendResult(address: string, result: SentResult, options: SendOptions): Promise<Attempt> {
  try {
    const answer = await exchange(new URL(address), result, options)
    return attemptOf(answer, options.clock())
  } catch (error) {
    const reason = shortened(error instanceof Error ? error.message : String(error))
    return error instanceof BlockedTargetError ? { kind: 'failed', reason } : { kind: 'again', reason }
  }
}

/** A certificate may contain any number of arbitrary names. */
function shortened(reason: string): string {
  return reason
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, maxReasonLength)
    .toWellFormed()
}

function attemptOf({ statusCode = 0, headers }: IncomingMessage, now: Date): Attempt {
  const reason = `The receiver answered ${statusCode}.`
  if (statusCode >= 200 && statusCode < 300) return { kind: 'delivered' }
  const isTemporary = statusCode === 408 || statusCode === 429 || (statusCode >= 500 && statusCode < 600)
  if (!isTemporary) return { kind: 'failed', reason }
  const askedMs = readRetryAfter(headers['retry-after'], now)
  return { kind: 'again', reason, ...(askedMs !== undefined && { askedMs }) }
}

async function exchange(url: URL, result: SentResult, options: SendOptions): Promise<IncomingMessage> {
  try {
    return await exchangeOnce(url, result, options)
  } catch (error) {
    // The receiver may have closed a kept connection just when it was reused. Whether it has read the request cannot be
    // seen, and does not matter: receivers process every result once.
    if (error instanceof StaleConnection) return exchangeOnce(url, result, options)
    throw error
  }
}

/** A kept connection was closed by the other side. */
class StaleConnection extends Error {}

function exchangeOnce(url: URL, result: SentResult, options: SendOptions): Promise<IncomingMessage> {
  const { egress, timeoutMs, signal, clock, timers, span } = options
  return new Promise((resolve, reject) => {
    const request = egress.request(url, {
      method: 'POST',
      headers: { ...headersOf(result, clock()), ...span?.headers },
    })
    const late = () => request.destroy(new Error(`No answer within ${timeoutMs} ms.`))
    const cancel = timers.after(timeoutMs, late)
    const abort = () => request.destroy(new Error('The service is shutting down.'))
    signal.addEventListener('abort', abort)
    if (signal.aborted) abort()
    let isOver = false
    const end = () => {
      isOver = true
      cancel()
      signal.removeEventListener('abort', abort)
    }
    request.on('error', error => {
      end()
      reject(isStale(request, error) ? new StaleConnection(error.message) : error)
    })
    // After an invalid response, there may be neither an error nor a response.
    request.on('close', () => {
      if (isOver) return
      end()
      reject(new Error('The connection was closed.'))
    })
    const answered = (answer: IncomingMessage) => {
      end()
      span?.set({ 'http.response.status_code': answer.statusCode ?? 0 })
      resolve(answer)
    }
    request.on('response', answer => {
      answered(answer)
      discard(answer, timers)
    })
    // A 101 is a status like any other: nothing was asked to switch protocols.
    request.on('upgrade', (answer, socket) => {
      answered(answer)
      socket.destroy()
    })
    request.end(result.body)
  })
}

function isStale(request: ClientRequest, error: Error): boolean {
  return request.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
}

function discard(answer: IncomingMessage, timers: Timers): void {
  answer.on('error', () => {})
  // Most receivers answer without a body.
  if (answer.headers['content-length'] === '0') return void answer.resume()
  let read = 0
  const cancel = timers.after(maxReadMs, () => answer.destroy())
  answer.on('close', cancel)
  answer.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > maxRead) answer.destroy()
  })
}

function headersOf(result: SentResult, now: Date) {
  const signature = signatureHeaders(result, now)
  return {
    'content-type': 'application/json',
    accept: 'application/json',
    'content-length': Buffer.byteLength(result.body),
    'webhook-id': signature['webhook-id'],
    'webhook-timestamp': signature['webhook-timestamp'],
    'webhook-signature': signature['webhook-signature'],
    'x-scenewright-sequence': String(result.sequence),
  }
}

/** The headers of Standard Webhooks: the id, the time of this attempt, and the signature with the shared secret. */
export function signatureHeaders(
  { id, body, secret }: Pick<SentResult, 'id' | 'body' | 'secret'>,
  now: Date,
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const key = Buffer.from(secret.slice(prefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The delays before each attempt after the previous one, in milliseconds; the first is immediate. */
export const deliverySchedule: readonly number[] = [
  0,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
]

/** The longest delay that a receiver may request, in milliseconds. */
const maxAskedMs = hour

/**
 * The delay after attempt number `attempts`, in milliseconds: the schedule's next delay plus or minus a fifth (`random`
 * is 0 to 1), or the receiver's request if that is longer. Undefined if the schedule has ended.
 */
export function nextWait(
  schedule: readonly number[],
  attempts: number,
  { random, askedMs = 0 }: { readonly random: number; readonly askedMs?: number },
): number | undefined {
  const planned = schedule[attempts]
  if (planned === undefined) return undefined
  return Math.round(Math.max(planned * (0.8 + 0.4 * random), Math.min(askedMs, maxAskedMs)))
}

/** The delay of a Retry-After header, in milliseconds; undefined if it is neither seconds nor a date. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * second
  // Without the letters of a weekday, Date would interpret any number as a year.
  const date = /^[a-z]/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime())
}
