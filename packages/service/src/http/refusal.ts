import { STATUS_CODES } from 'node:http'

/** The statuses that a handler may refuse with, and their codes in the error body. */
const codes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
} as const

export type RefusalStatus = keyof typeof codes

/** A request that is not carried out, and why: becomes the answer. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: RefusalStatus
  readonly headers: Readonly<Record<string, string>>

  constructor(status: RefusalStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** The body of an answer that is no success. */
export interface ErrorBody {
  readonly statusCode: number
  readonly error: string
  readonly message: string
  readonly code: string
}

/** The one shape of errors. A status without a code of its own is what we did wrong. */
export function errorBodyOf(status: number, message: string): ErrorBody {
  const known: RefusalStatus = isRefusalStatus(status) ? status : status < 500 ? 400 : 500
  return { statusCode: known, error: STATUS_CODES[known] ?? '', message, code: codes[known] }
}

function isRefusalStatus(status: number): status is RefusalStatus {
  return Object.hasOwn(codes, status)
}
