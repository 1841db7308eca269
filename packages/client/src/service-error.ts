import { type OperationCode, OperationError } from '@scenewright/model'

/**
 * The outcome of a failed request. `not-sent`: the service never received it. `rejected`: the service rejected it with
 * an error message. `uncertain`: it may have taken effect, or may still do so. `applied-unreadable`: it took effect,
 * but the response could not be read.
 */
export type Outcome = 'not-sent' | 'rejected' | 'uncertain' | 'applied-unreadable'

interface Details {
  readonly outcome: Outcome
  readonly status?: number
  readonly serviceCode?: string
  readonly retryAfterMs?: number
  readonly bodyPrefix?: string
  readonly remoteId?: string
}

/** A failed request, and whether it took effect. No field ever contains the credentials. */
export class ServiceError extends OperationError {
  readonly outcome: Outcome
  /** The HTTP status, if there was a response. */
  readonly status?: number
  /** The `code` of the service's error body. */
  readonly serviceCode?: string
  /** The waiting time that the service requests, in milliseconds. */
  readonly retryAfterMs?: number
  /** The start of the response's body, for people. */
  readonly bodyPrefix?: string
  /** The id of the record itself, if a truncated response contains it completely. Never the id of a version. */
  readonly remoteId?: string

  constructor(message: string, details: Details, options: { readonly help?: string; readonly cause?: unknown } = {}) {
    super(operationCode(details), message, options)
    this.outcome = details.outcome
    if (details.status !== undefined) this.status = details.status
    if (details.serviceCode !== undefined) this.serviceCode = details.serviceCode
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs
    if (details.bodyPrefix !== undefined) this.bodyPrefix = details.bodyPrefix
    if (details.remoteId !== undefined) this.remoteId = details.remoteId
  }
}

function operationCode({ status }: Details): OperationCode {
  return status === undefined ? 'network' : 'service'
}
