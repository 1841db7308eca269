import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailableError } from '../database/database-error.ts'

/** The statuses that a handler may reject with, and their codes in the error body. */
const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  431: 'REQUEST_HEADER_FIELDS_TOO_LARGE',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
} as const

type HttpErrorStatus = keyof typeof codes

/** A rejected request; becomes the error response. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: HttpErrorStatus
  readonly headers: Readonly<Record<string, string>>

  constructor(status: HttpErrorStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** The maximum length of an id in a message, in characters: a request may contain one of megabytes. */
const maxIdLength = 100

/** The id of a request in quotes, for a message; a long one is shortened. */
export function quoteId(id: string): string {
  return id.length <= maxIdLength ? `"${id}"` : `"${id.slice(0, maxIdLength).toWellFormed()}..."`
}

/** The rejection of a request for a record that does not exist: "Bot "…" not found." */
export function notFound(kind: string, id: string): HttpError {
  return new HttpError(404, `${kind[0]?.toUpperCase()}${kind.slice(1)} ${quoteId(id)} not found.`)
}

/** The rejection of a request for another account's record: 403 if its existence may be shown, else 404. */
export function inaccessible(kind: string, id: string, isShown: boolean): HttpError {
  return isShown ? new HttpError(403, `No access to the ${kind} "${id}".`) : notFound(kind, id)
}

/** The body of an error response. */
interface ErrorBody {
  readonly statusCode: number
  readonly error: string
  readonly message: string
  readonly code: string
}

/** The single shape of errors. A status without its own code is an internal error. */
export function toErrorBody(status: number, message: string): ErrorBody {
  const known: HttpErrorStatus = isHttpErrorStatus(status) ? status : status < 500 ? 400 : 500
  return { statusCode: known, error: STATUS_CODES[known] ?? '', message, code: codes[known] }
}

function isHttpErrorStatus(status: number): status is HttpErrorStatus {
  return Object.hasOwn(codes, status)
}

/** The maximum size of a request body, in bytes. */
export const bodyLimit = 4 * 1024 * 1024

/** What to send instead, for errors of the framework whose message does not say it. */
const advice: Readonly<Record<number, string>> = {
  413: `The body is larger than ${bodyLimit / 1024 / 1024} MB, the maximum.`,
  415: 'The body must be JSON: send the header "Content-Type: application/json".',
}

/** When a client should try again after a 503, in seconds: a restart of the database takes about as long. */
export const retryAfter = '2'

/**
 * Responds with the single shape of errors. Internal errors are logged, and not shown to the client. A client that sends
 * too much keeps its connection: if it is closed while the client is still sending, the response is lost.
 */
export function replyWithError(error: FastifyError | HttpError, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof HttpError) {
    void reply.headers(error.headers).code(error.status).send(toErrorBody(error.status, error.message))
    return
  }
  if (error instanceof DatabaseUnavailableError) {
    request.log.error({ reqId: request.id, err: error }, 'database not available')
    const reason = error.isFull ? 'The database has no space left' : 'The database is not available'
    void reply
      .header('retry-after', retryAfter)
      .code(503)
      .send(toErrorBody(503, `${reason}; try again later.`))
    return
  }
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    const body = toErrorBody(status, advice[status] ?? error.message)
    // The rest of the body is read and discarded, within the time limit of a request.
    if (status === 413) reply.removeHeader('connection')
    void reply.code(body.statusCode).send(body)
    return
  }
  request.log.error({ reqId: request.id, err: error }, 'request failed')
  void reply.code(500).send(toErrorBody(500, 'The service failed to carry out the request.'))
}
