import { setTimeout } from 'node:timers/promises'
import { type Answer, type Exchange, exchange, isLoopback, retryAfterMs } from '@scenewright/client'
import { isObject, OperationError } from '@scenewright/model'

/** The maximum number of characters of the host's message in an error. */
const quotedLength = 200

const again = 'try again: the comment is updated, and never created twice'

/** The maximum number of attempts. */
const maxAttempts = 4

/** The default delay before the second attempt, in milliseconds, doubled before each further one. */
const firstPause = 500

/** The longest delay that a host may ask for, in milliseconds; a longer one is a failure. */
const maxPauseMs = 60_000

/** The API of a host, and the credentials. */
export interface HostApi {
  /** "GitHub". */
  readonly title: string
  /** Without a slash at its end. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The secret token; never shown. */
  readonly token: string
  /** Help for a token that lacks permission. */
  readonly tokenHelp: string
  readonly signal: AbortSignal
}

/** One call of an API. */
export interface HostRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  /** Below the API's address. */
  readonly path: string
  readonly content?: unknown
  /** Statuses besides success that the caller handles. */
  readonly expected?: readonly number[]
}

/** An expected response; `value` is its parsed JSON. */
export interface HostAnswer {
  readonly status: number
  readonly headers: Answer['headers']
  readonly value: unknown
}

const timeoutMs = 30_000

/**
 * Calls an API, and retries after the requested delay if the host reports that it is busy. The address must be https or
 * local. Redirects are not followed, because the token would be sent along. An unexpected response is an OperationError
 * `service`, a missing one has the code `network`.
 */
export async function callHost(api: HostApi, request: HostRequest): Promise<HostAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await send(api, request)
    api.signal.throwIfAborted()
    const pause = attempt < maxAttempts ? pauseAfter(found, request, attempt) : undefined
    if (pause === undefined) return read(api, request, found)
    await setTimeout(pause, undefined, { signal: api.signal })
  }
}

function send(api: HostApi, { method, path, content }: HostRequest): Promise<Exchange> {
  const url = parseAddress(api)
  const body = content === undefined ? undefined : JSON.stringify(content)
  return exchange({
    origin: url.origin,
    method,
    path: `${url.pathname.replace(/\/+$/, '')}${path}`,
    headers: { accept: 'application/json', 'user-agent': 'scenewright', ...api.headers, ...(body && json) },
    ...(body !== undefined && { body }),
    timeoutMs,
    signal: api.signal,
  })
}

const json = { 'content-type': 'application/json' }

function read(api: HostApi, request: HostRequest, found: Exchange): HostAnswer {
  if (found.kind !== 'answered') throw unanswered(api, found.error)
  const { status, headers, text, isWhole } = found.answer
  const isFine = (status >= 200 && status < 300) || (request.expected ?? []).includes(status)
  if (!isFine) throw refusal(api, request, found.answer)
  if (!isWhole) throw unanswered(api, new Error('the response was truncated'))
  return { status, headers, value: jsonValue(text) }
}

function parseAddress({ title, url: text }: HostApi): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (url !== undefined && isSafe && url.username === '' && url.password === '') return url
  throw new OperationError('usage', `the address of the API of ${title} is not https, or contains credentials`, {
    help: 'plain http is allowed only for this machine',
  })
}

/**
 * The delay in milliseconds before the next attempt, given the result of this one (the first is 1). Undefined if a
 * retry would change nothing or could write a second comment.
 */
export function pauseAfter(found: Exchange, { method }: HostRequest, attempt: number): number | undefined {
  if (found.kind !== 'answered') return undefined
  const { status, headers } = found.answer
  const asked = retryAfterMs(headers['retry-after'], Date.now())
  // GitHub responds with 403 or 429 to too many requests; neither has had any effect.
  const isRefused = status === 429 || (status === 403 && asked !== undefined)
  const isBroken = [500, 502, 503, 504].includes(status) && method !== 'POST'
  if (!isRefused && !isBroken) return undefined
  const pause = asked ?? firstPause * 2 ** (attempt - 1)
  return pause <= maxPauseMs ? pause : undefined
}

/** The error for an unexpected response. It never contains the token. */
function refusal(
  { title, token, tokenHelp }: HostApi,
  { method, path }: HostRequest,
  { status, headers, text }: Answer,
): OperationError {
  // Redacted before it is shortened, so that no part of the token remains at the end.
  const words = text.replaceAll(token, '[redacted]').replace(/\s+/g, ' ').trim().slice(0, quotedLength)
  const message = `${title} answers ${status} to ${method} ${path}${words === '' ? '' : `: ${words}`}`
  const isBusy = status === 429 || status >= 500 || headers['retry-after'] !== undefined
  return new OperationError('service', message, { help: isBusy ? again : helpFor(status, tokenHelp) })
}

function helpFor(status: number, tokenHelp: string): string {
  if (status === 404) return `the pull request does not exist, or the token has no access to it: ${tokenHelp}`
  return status === 401 || status === 403 ? tokenHelp : "nothing was written: see the host's message"
}

/** The error for a missing or incomplete response. */
function unanswered({ title, token }: HostApi, error: unknown): OperationError {
  const why = (error instanceof Error ? error.message : String(error)).replaceAll(token, '[redacted]')
  return new OperationError('network', `${title} cannot be reached: ${why}`, { help: again })
}

/** The value of a JSON text; undefined if the text is not JSON. */
export function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A field of an object; undefined if there is none. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}
