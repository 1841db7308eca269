import { type OperationCode, OperationError } from '@scenewright/model'

/**
 * The outcome of a failed request, as far as it is certain. `not-sent`: the service never saw it. `rejected`: the
 * service refused it, with a message of its own. `uncertain`: it may have been carried out, or may yet be.
 * `applied-unreadable`: it was carried out, but the answer could not be read.
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

/** A request that did not end well, and what is certain of it. No field ever holds the credentials. */
export class ServiceError extends OperationError {
  readonly outcome: Outcome
  /** The HTTP status, where one came. */
  readonly status?: number
  /** The `code` of the service's error body. */
  readonly serviceCode?: string
  /** How long the service asks to wait, in milliseconds. */
  readonly retryAfterMs?: number
  /** The start of the answer's body, for people. */
  readonly bodyPrefix?: string
  /** The id of the record itself, where it came whole in an answer that was cut. Never that of a version. */
  readonly remoteId?: string

  constructor(message: string, details: Details, options: { readonly help?: string; readonly cause?: unknown } = {}) {
    super(codeOf(details), message, options)
    this.outcome = details.outcome
    if (details.status !== undefined) this.status = details.status
    if (details.serviceCode !== undefined) this.serviceCode = details.serviceCode
    if (details.retryAfterMs !== undefined) this.retryAfterMs = details.retryAfterMs
    if (details.bodyPrefix !== undefined) this.bodyPrefix = details.bodyPrefix
    if (details.remoteId !== undefined) this.remoteId = details.remoteId
  }
}

function codeOf({ status }: Details): OperationCode {
  return status === undefined ? 'network' : 'service'
}
