import type { Authorization } from './authorization.ts'
import { type Exchange, exchange } from './exchange.ts'
import { readAnswer } from './read-answer.ts'
import type { ServiceAddress } from './service-address.ts'
import { ServiceError } from './service-error.ts'

/** What every call of a client shares. */
interface CallerOptions {
  readonly address: ServiceAddress
  readonly authorization: Authorization
  readonly timeoutMs: number
  readonly now: () => number
}

interface Call {
  readonly path: string
  readonly body?: object
  readonly signal?: AbortSignal
}

type Shape<Result> = (value: unknown) => Result | undefined
type Send = <Result>(shape: Shape<Result>, operation: string, call: Call) => Promise<Result>

/** One function a method: sends a call once and reads its answer, or rejects with a ServiceError. */
export function caller(options: CallerOptions): { readonly get: Send; readonly post: Send; readonly patch: Send } {
  const using =
    (method: 'GET' | 'POST' | 'PATCH'): Send =>
    async (shape, operation, { path, body, signal }) => {
      const { address, authorization, timeoutMs, now } = options
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
        ...(json !== undefined && { body: json }),
        ...(signal !== undefined && { signal }),
      })
      if (outcome.kind === 'answered') return readAnswer(outcome.answer, shape, { operation, redact, now })
      throw unanswered(outcome, operation, redact)
    }
  return { get: using('GET'), post: using('POST'), patch: using('PATCH') }
}

function unanswered(
  { kind, error }: Exclude<Exchange, { kind: 'answered' }>,
  operation: string,
  redact: (text: string) => string,
): ServiceError {
  const why = redact(reason(error))
  // A new error: the one that came may hold the bytes of the answer.
  const cause = new Error(why)
  return kind === 'not-sent'
    ? new ServiceError(`"${operation}" was not sent: ${why}`, { outcome: 'not-sent' }, { cause })
    : new ServiceError(
        `"${operation}" may or may not have been carried out: ${why}`,
        { outcome: 'uncertain' },
        { cause },
      )
}

/** Why a request had no answer, in words. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError) return error.errors.map(reason).join('; ')
  return error.message || ('code' in error ? String(error.code) : error.name)
}
