import { setTimeout } from 'node:timers/promises'
import { type Answer, type Exchange, exchange, isLoopback } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
import { mostAttempts, pauseAfter } from './host-patience.ts'
import { refusal, unanswered } from './host-refusal.ts'
import { jsonValue } from './json-value.ts'

/** The API of a host, and who calls it. */
export interface HostApi {
  /** "GitHub". */
  readonly title: string
  /** Without a slash at its end. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** What is never shown. */
  readonly token: string
  /** What to do where the token may not. */
  readonly tokenHelp: string
  readonly signal: AbortSignal
}

/** One call of an API. */
export interface HostRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  /** Below the API's address. */
  readonly path: string
  readonly content?: unknown
  /** Statuses besides those of success that the caller knows what to do with. */
  readonly expected?: readonly number[]
}

/** An answer that was expected; `value` is what its JSON says. */
export interface HostAnswer {
  readonly status: number
  readonly headers: Answer['headers']
  readonly value: unknown
}

const timeoutMs = 30_000

/**
 * Calls an API: once, and again where the host is busy and says so, after as long as it asks for. Its address is https, or
 * this machine's own. No redirect is followed, since the token would go along. What was not expected is an OperationError
 * `service`, no answer one of the code `network`.
 */
export async function callHost(api: HostApi, request: HostRequest): Promise<HostAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await send(api, request)
    api.signal.throwIfAborted()
    const pause = attempt < mostAttempts ? pauseAfter(found, request, attempt) : undefined
    if (pause === undefined) return read(api, request, found)
    await setTimeout(pause, undefined, { signal: api.signal })
  }
}

function send(api: HostApi, { method, path, content }: HostRequest): Promise<Exchange> {
  const url = addressOf(api)
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
  if (!isWhole) throw unanswered(api, new Error('the answer broke off'))
  return { status, headers, value: jsonValue(text) }
}

function addressOf({ title, url: text }: HostApi): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (url !== undefined && isSafe && url.username === '' && url.password === '') return url
  throw new OperationError('usage', `the address of the API of ${title} is not https, or holds credentials`, {
    help: 'the token goes over plain http to this machine only',
  })
}
