import { type Answer, exchange, isLoopback } from '@scenewright/client'
import { OperationError } from '@scenewright/model'
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

/** Characters of the host's own words that go into an error. */
const quotedLength = 200

/**
 * Calls an API once. Its address is https, or this machine's own. No redirect is followed, since the token would go
 * along. What was not expected is an OperationError `service`, no answer one of the code `network`.
 */
export async function callHost(
  api: HostApi,
  { method, path, content, expected = [] }: HostRequest,
): Promise<HostAnswer> {
  const url = addressOf(api)
  const body = content === undefined ? undefined : JSON.stringify(content)
  const found = await exchange({
    origin: url.origin,
    method,
    path: `${url.pathname.replace(/\/+$/, '')}${path}`,
    headers: { accept: 'application/json', 'user-agent': 'scenewright', ...api.headers, ...(body && json) },
    ...(body !== undefined && { body }),
    timeoutMs,
    signal: api.signal,
  })
  api.signal.throwIfAborted()
  if (found.kind !== 'answered') throw unanswered(api, found.error)
  const { status, headers, text, isWhole } = found.answer
  const isFine = (status >= 200 && status < 300) || expected.includes(status)
  if (!isFine) throw refusal(api, { method, path }, { status, text })
  if (!isWhole) throw new OperationError('network', `the answer of ${api.title} broke off`, { help: again })
  return { status, headers, value: jsonValue(text) }
}

const json = { 'content-type': 'application/json' }

const again = 'run it again: the comment is found again, and there is never a second one'

function addressOf({ title, url: text }: HostApi): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (url !== undefined && isSafe && url.username === '' && url.password === '') return url
  throw new OperationError('usage', `the address of the API of ${title} is not https, or holds credentials`, {
    help: 'the token goes over plain http to this machine only',
  })
}

function refusal(
  { title, token, tokenHelp }: HostApi,
  { method, path }: Pick<HostRequest, 'method' | 'path'>,
  { status, text }: Pick<Answer, 'status' | 'text'>,
): OperationError {
  // Redacted before it is shortened, so that no half of the token is left at the end.
  const words = text.replaceAll(token, '[redacted]').replace(/\s+/g, ' ').trim().slice(0, quotedLength)
  const message = `${title} answers ${status} to ${method} ${path}${words === '' ? '' : `: ${words}`}`
  const help = [401, 403, 404].includes(status) ? tokenHelp : again
  return new OperationError('service', message, { help })
}

function unanswered({ title, token }: HostApi, error: unknown): OperationError {
  const why = (error instanceof Error ? error.message : String(error)).replaceAll(token, '[redacted]')
  return new OperationError('network', `${title} cannot be reached: ${why}`, { help: again })
}
