import { isObject } from '@scenewright/model'
import type { Authorization } from './authorization.ts'
import { type Answer, type Exchange, exchange, reason, type Timer } from './exchange.ts'
import { readRecordId } from './read-record-id.ts'
import type { ServiceAddress } from './service-address.ts'
import { ServiceError } from './service-error.ts'

/** The context for reading an answer. */
interface ReadContext {
  /** The operation in words. */
  readonly operation: string
  /** Whether it changes nothing. */
  readonly isRead: boolean
  readonly redact: (text: string) => string
  readonly now: () => number
}

/** The maximum number of characters of a body in an error. */
const prefixLength = 300

/** The options that all calls of a client share. */
interface CallerOptions {
  readonly address: ServiceAddress
  readonly authorization: Authorization
  readonly timeoutMs: number
  readonly timer?: Timer
  readonly now: () => number
}

interface Call {
  readonly path: string
  readonly body?: object
  readonly signal?: AbortSignal
}

type Shape<Result> = (value: unknown) => Result | undefined
type Send = <Result>(shape: Shape<Result>, operation: string, call: Call) => Promise<Result>

/** One function per method: sends a request once and reads its response, or rejects with a ServiceError. */
export function caller(options: CallerOptions): { readonly get: Send; readonly post: Send; readonly patch: Send } {
  const using =
    (method: 'GET' | 'POST' | 'PATCH'): Send =>
    async (shape, operation, { path, body, signal }) => {
      const { address, authorization, timeoutMs, timer, now } = options
      const { redact } = authorization
      const json = body === undefined ? undefined : JSON.stringify(body)
      const outcome = await exchange({
        origin: address.origin,
        method,
        path: address.prefix + path,
        headers: {
          authorization: authorization.header(),
          accept: 'application/json',
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
        timeoutMs,
        ...(timer !== undefined && { timer }),
        ...(json !== undefined && { body: json }),
        ...(signal !== undefined && { signal }),
      })
      const isRead = method === 'GET' || (method === 'PATCH' && json === '{}')
      const context = { operation, isRead, redact, now }
      if (outcome.kind === 'answered') return readAnswer(outcome.answer, shape, context)
      throw unanswered(outcome, context)
    }
  return { get: using('GET'), post: using('POST'), patch: using('PATCH') }
}

function unanswered({ kind, error }: Exclude<Exchange, { kind: 'answered' }>, context: ReadContext): ServiceError {
  const { operation } = context
  const why = context.redact(reason(error))
  // Creates a new error, because the original one may contain the bytes of the response.
  const cause = new Error(why)
  return kind === 'not-sent'
    ? new ServiceError(`"${operation}" was not sent: ${why}`, { outcome: 'not-sent' }, { cause })
    : new ServiceError(`${doubt(context)}: ${why}`, { outcome: 'uncertain' }, { cause })
}

function doubt({ operation, isRead }: ReadContext): string {
  return isRead ? `"${operation}" failed` : `"${operation}" may or may not have been carried out`
}

/**
 * The record of a successful response. Otherwise throws a ServiceError that states whether the request took effect
 * (deploy protocol, the table of answers).
 */
function readAnswer<Record>(
  answer: Answer,
  shape: (value: unknown) => Record | undefined,
  context: ReadContext,
): Record {
  if (answer.status < 200 || answer.status > 299) throw refusal(answer, context)
  const record = answer.isWhole ? shape(parse(answer.text)) : undefined
  if (record !== undefined) return record
  // Only the service sends 201; the login page of a gateway has 200.
  if (answer.status !== 201 && looksLikePage(answer)) throw unclear(answer, context)
  const remoteId = readRecordId(answer.text)
  throw new ServiceError(
    `the service did "${context.operation}" (${answer.status}), but its answer ${answer.isWhole ? 'is not what the contract says' : 'was cut'}`,
    { outcome: 'applied-unreadable', ...seen(answer, context), ...(remoteId !== undefined && { remoteId }) },
  )
}

function refusal(answer: Answer, context: ReadContext): ServiceError {
  const { status, headers } = answer
  const error = errorBody(answer)
  if (status === 408 || status < 400 || status > 499 || error === undefined) return unclear(answer, context)
  const retryAfter = retryAfterMs(headers['retry-after'], context.now())
  return new ServiceError(
    `the service refused "${context.operation}" (${status}): ${context.redact(error.message)}`,
    {
      outcome: 'rejected',
      ...seen(answer, context),
      ...(error.code !== undefined && { serviceCode: context.redact(error.code) }),
      ...(retryAfter !== undefined && { retryAfterMs: retryAfter }),
    },
    helpFor(status),
  )
}

function unclear(answer: Answer, context: ReadContext): ServiceError {
  const retryAfter = retryAfterMs(answer.headers['retry-after'], context.now())
  const own = errorBody(answer)
  const what = own === undefined ? 'does not come from the service' : `says: ${context.redact(own.message)}`
  return new ServiceError(`${doubt(context)}: the answer ${answer.status} ${what}`, {
    outcome: 'uncertain',
    ...seen(answer, context),
    ...(retryAfter !== undefined && { retryAfterMs: retryAfter }),
  })
}

/** Redacted before it is shortened, so that no part of a secret remains at the end. */
function seen({ status, text }: Answer, { redact }: ReadContext): { status: number; bodyPrefix: string } {
  return { status, bodyPrefix: redact(text).slice(0, prefixLength) }
}

function helpFor(status: number): { help?: string } {
  if (status === 401) return { help: 'check the e-mail and the API key of the account' }
  if (status === 403) return { help: 'the account is not active, or has no access to this bot' }
  return {}
}

/** The shape of the service's own errors; responses of a gateway or proxy do not have it. */
function errorBody({ text, status, isWhole }: Answer): { message: string; code?: string } | undefined {
  const body = isWhole ? parse(text) : undefined
  if (!isObject(body) || body.statusCode !== status) return undefined
  const { error, message, code } = body
  if (typeof error !== 'string' || typeof message !== 'string') return undefined
  return { message, ...(typeof code === 'string' && { code }) }
}

function looksLikePage({ headers, text }: Answer): boolean {
  return String(headers['content-type'] ?? '').includes('html') || text.trimStart().startsWith('<')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The waiting time of a Retry-After header in milliseconds: its seconds, or the time until its date. */
export function retryAfterMs(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
