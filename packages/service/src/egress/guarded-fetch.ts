import type { lookup } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { BlockedTargetError, createEgress, type Egress } from './egress.ts'
import type { TargetPolicy } from './target-address.ts'

/**
 * The target sent a response that is not accepted: a redirect, an encoding that was not requested, or too much data.
 */
export class RejectedResponseError extends Error {
  override readonly name = 'RejectedResponseError'
}

/** Options of a guarded fetch. */
export interface GuardedFetchOptions extends Partial<TargetPolicy> {
  /** The maximum size of a response body, in bytes; 32 MiB by default. */
  readonly maxResponseBytes?: number
  /** Resolves names; by default as the machine does. */
  readonly resolve?: typeof lookup
}

const defaultMaxResponseBytes = 32 * 1024 * 1024
/** Statuses whose answers have no body. */
const bodiless = new Set([204, 205])

/**
 * A `fetch` that sends only through the egress guard. Redirects are never followed, and compressed responses are not
 * accepted. Rejects with BlockedTargetError or RejectedResponseError for permanent failures, with the signal's reason
 * if it is aborted, and like `fetch` (TypeError with a cause) if the network fails. The caller's signal implements
 * time-outs.
 */
export function createGuardedFetch(options: GuardedFetchOptions = {}): typeof fetch {
  const { allowLoopback = false, allowedOrigins = [], resolve } = options
  const egress = createEgress({ allowLoopback, allowedOrigins }, resolve)
  const maxBytes = options.maxResponseBytes ?? defaultMaxResponseBytes
  return async (input, init) => {
    const caller = callerOf(input, init)
    caller.signal?.throwIfAborted()
    const request = new Request(input, { ...init, signal: null })
    const answer = await exchange(egress, { request, body: await bodyOf(request, init), caller })
    return toResponse(answer, { maxBytes, caller, hasBody: request.method !== 'HEAD' })
  }
}

/** The owner of the signal, kept while a body is read: a Request that is garbage-collected aborts nothing anymore. */
interface Caller {
  readonly signal?: AbortSignal | null
}

function callerOf(input: Parameters<typeof fetch>[0], init: RequestInit | undefined): Caller {
  if (init?.signal !== undefined) return init
  return input instanceof Request ? input : {}
}

/** A known body is sent with its length; a stream is sent as it arrives. */
async function bodyOf(request: Request, init: RequestInit | undefined): Promise<Uint8Array | Readable | undefined> {
  if (request.body === null) return undefined
  const isStream = init?.body instanceof ReadableStream || init?.body === undefined || init.body === null
  // The platform's stream type and that of its module are identical.
  if (isStream) return Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
  return new Uint8Array(await request.arrayBuffer())
}

/** A request to send. */
interface Sending {
  readonly request: Request
  readonly body: Uint8Array | Readable | undefined
  readonly caller: Caller
}

function exchange(egress: Egress, { request, body, caller }: Sending): Promise<IncomingMessage> {
  const { url, method, headers } = request
  return new Promise((resolve, reject) => {
    const sent = egress.request(new URL(url), {
      method,
      headers: {
        ...Object.fromEntries(headers),
        'accept-encoding': 'identity',
        ...(body instanceof Uint8Array && { 'content-length': body.length }),
      },
    })
    const abort = () => sent.destroy(toError(caller.signal?.reason))
    caller.signal?.addEventListener('abort', abort, { once: true })
    if (caller.signal?.aborted) abort()
    sent.on('close', () => {
      caller.signal?.removeEventListener('abort', abort)
      // After an invalid response, such as 101, there is neither an error nor a response.
      reject(failureOf(new Error('The connection was closed.')))
    })
    sent.on('error', error => reject(caller.signal?.aborted ? caller.signal.reason : failureOf(error)))
    sent.on('response', resolve)
    send(sent, body)
  })
}

function send(request: ClientRequest, body: Uint8Array | Readable | undefined): void {
  if (!(body instanceof Readable)) return void request.end(body)
  // If a body aborts, the request is aborted, and vice versa.
  body.on('error', error => request.destroy(error))
  request.on('close', () => body.destroy())
  body.pipe(request)
}

function failureOf(error: Error): Error {
  return error instanceof BlockedTargetError ? error : new TypeError('fetch failed', { cause: error })
}

interface Reading {
  readonly maxBytes: number
  readonly caller: Caller
  readonly hasBody: boolean
}

function toResponse(answer: IncomingMessage, reading: Reading): Response {
  const { statusCode = 0, statusMessage = '', headers } = answer
  // A reader gets the error from the iterator; there may be no reader.
  answer.on('error', () => {})
  const reason = findResponseFault(statusCode, headers['content-encoding'])
  if (reason !== undefined) {
    answer.destroy()
    throw new RejectedResponseError(reason)
  }
  const hasBody = reading.hasBody && !bodiless.has(statusCode)
  if (!hasBody) answer.resume()
  const body = hasBody ? streamOf(answer, reading) : null
  return new Response(body, { status: statusCode, statusText: statusMessage, headers: headersOf(answer) })
}

function findResponseFault(status: number, encoding: string | undefined): string | undefined {
  if (status >= 300 && status < 400) return `The target answered ${status}: redirects are not followed.`
  if (status < 200 || status > 599) return `The target answered ${status}, which is not a valid status.`
  if (encoding !== undefined && !/^(identity)?$/i.test(encoding.trim())) {
    return 'The target sent a compressed response, which was not requested.'
  }
  return undefined
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '')
  }
  return headers
}

/** A reader that stops closes the connection. */
function streamOf(answer: IncomingMessage, reading: Reading): ReadableStream<Uint8Array> {
  const chunks = read(answer, reading)
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      answer.destroy()
      await chunks.return(undefined)
    },
  })
}

/** The bytes of a response, up to the limit. */
async function* read(answer: IncomingMessage, { maxBytes, caller }: Reading): AsyncGenerator<Uint8Array> {
  const abort = () => answer.destroy(toError(caller.signal?.reason))
  caller.signal?.addEventListener('abort', abort, { once: true })
  if (caller.signal?.aborted) abort()
  let length = 0
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      length += chunk.length
      if (length > maxBytes) throw new RejectedResponseError(`The target answered with more than ${maxBytes} bytes.`)
      yield chunk
    }
  } catch (error) {
    if (caller.signal?.aborted) throw caller.signal.reason
    throw error instanceof RejectedResponseError ? error : new TypeError('terminated', { cause: error })
  } finally {
    caller.signal?.removeEventListener('abort', abort)
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
