import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Writable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, FastifyServerOptions } from 'fastify'
import { readId } from '../database/identifiers.ts'
import type { Meters } from '../metrics/metrics.ts'

/** Fields that may contain secrets or text of customers, each with its replacement. */
const hidden: readonly (readonly [RegExp, string])[] = [
  // A path may be a secret too, as webhook addresses often are.
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@"'`]*@)?([^\s/?#"'`)]+)[^\s"'`)]*/gi, '$1$2/…'],
  [/\b(basic|bearer|digest|negotiate)\s+[^\s"',;]+/gi, '$1 …'],
  [/\b(?:sk|pk|whsec|xox[a-z]|gh[a-z])[_-][\w-]{6,}/gi, '…'],
  [/[^\s"'`<>(),:;=]+@[^\s"'`<>(),:;=]+/g, '…'],
  // Messages of others quote their input. Our own messages quote names.
  [/"(?:[^"\\]|\\.)*"/g, '"…"'],
  [/'(?:[^'\\]|\\.)*'/g, "'…'"],
  [/\b[\w+/=-]{24,}/g, '…'],
]

/** An error as it is logged. */
interface LoggedError {
  readonly type: string
  readonly code?: string
  readonly message: string
  /** The stack without its first lines, which usually repeat the message. */
  readonly stack: string
  readonly cause?: LoggedError
}

/** The maximum depth of causes. */
const maxDepth = 4

/**
 * A logger that writes JSON lines to a stream. It logs neither headers nor queries nor bodies, because they contain
 * keys and customers' messages. Requests are logged once they are answered: see `observeRequests`.
 */
export function loggerOptions(stream: Writable): NonNullable<FastifyServerOptions['logger']> {
  return {
    level: 'info',
    stream: { write: line => stream.write(line) },
    serializers: { err: error => ({ ...loggedError(error) }), req: () => ({}) },
  }
}

/**
 * The loggable part of an error. Errors contain the values that caused them: statements, rows, bodies, addresses. So
 * their own fields are left out, except the code, and their messages are redacted.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const code = codeOf(error)
  return {
    type: error.name.replaceAll(/\W/g, '').slice(0, 64),
    ...(code !== undefined && { code }),
    message: quotesInput(error, code) ? '' : redact(error.message),
    stack: framesOf(error),
    ...(error.cause !== undefined && depth < maxDepth && { cause: loggedError(error.cause, depth + 1) }),
  }
}

function codeOf(error: Error): string | undefined {
  if (!('code' in error)) return undefined
  const code = String(error.code)
  return /^[A-Z0-9_]{1,64}$/.test(code) ? code : undefined
}

/** PostgreSQL's classes of invalid data and of violated constraints, and the JSON parser. */
function quotesInput(error: Error, code: string | undefined): boolean {
  return error instanceof SyntaxError || /^2[23][0-9A-Z]{3}$/.test(code ?? '')
}

function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter(line => /^\s+at /.test(line))
  return frames.slice(0, 20).join('\n')
}

/** A text that is safe to log: without paths of addresses, credentials, quotations and possible keys. */
export function redact(text: string): string {
  return hidden.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text.slice(0, 500))
}

/** Records every request and its result once it is answered: in the log, and in the metrics. */
export function observeRequests(server: FastifyInstance, meters: Meters): void {
  server.addHook('onResponse', (request, reply, done) => {
    const { id: reqId, ip: from, method } = request
    const status = reply.statusCode
    const ms = reply.elapsedTime
    const route = request.operation?.path ?? request.routeOptions.url ?? 'none'
    meters.requestAnswered({ method, route, status }, ms)
    request.log.info({
      reqId,
      method,
      path: loggedPath(route, request),
      status,
      ms: Math.round(ms * 10) / 10,
      from,
    })
    done()
  })
}

/** The path if it certainly contains only ids: somebody may put a key in place of an id. */
function loggedPath(route: string, { params }: FastifyRequest): string {
  const { first, others } = partsOf(route)
  // The router's parameters are parts of the address.
  const given = params as Readonly<Record<string, string>>
  let path = first
  for (const { name, after } of others) path += (readId(given[name] ?? '') ?? '\u2026') + after
  return path
}

/** The text before the first parameter, and each parameter with the text after it. */
interface RouteParts {
  readonly first: string
  readonly others: readonly { readonly name: string; readonly after: string }[]
}

/** By route: to divide it would take a tenth of the time of a request. */
const knownParts = new Map<string, RouteParts>()

function partsOf(route: string): RouteParts {
  const known = knownParts.get(route)
  if (known !== undefined) return known
  const [first = '', ...rest] = route.split(/:(?=\w)/)
  const others = rest.map(text => {
    const name = /^\w+/.exec(text)?.[0] ?? ''
    return { name, after: text.slice(name.length) }
  })
  const parts = { first, others }
  knownParts.set(route, parts)
  return parts
}

/** The header with the id of a request, in requests and responses. */
export const requestIdHeader = 'x-request-id'

/** Assigns each request an id, for its log lines and its response. A trusted proxy may set the id. */
export function createRequestIds(behindProxy: boolean): (request: Pick<IncomingMessage, 'headers'>) => string {
  const start = randomBytes(6).toString('hex')
  let count = 0
  return ({ headers }) => {
    const given = headers[requestIdHeader]
    if (behindProxy && typeof given === 'string' && /^[\w.-]{1,64}$/.test(given)) return given
    count += 1
    return `${start}-${count}`
  }
}
