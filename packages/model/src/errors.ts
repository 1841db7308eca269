import type { Range } from './finding.ts'

/**
 * The kinds of operation errors. The command line maps each to an exit code (deploy protocol, "Exit codes"): usage,
 * config, sources 2 · service, network 3 · person 4 · state 5 · damaged 6 · full 7 · stuck 8. The last three are those of
 * the embedded database of the local service.
 */
export type OperationCode =
  | 'usage'
  | 'config'
  | 'sources'
  | 'service'
  | 'network'
  | 'person'
  | 'state'
  | 'damaged'
  | 'full'
  | 'stuck'

/**
 * An operation failed because of a file, the network, the service, or another run. The message is for people; `help`
 * suggests what to do.
 */
export class OperationError extends Error {
  override readonly name = 'OperationError'
  readonly code: OperationCode
  readonly help?: string
  /** The place of the cause, for editors: the message names it, too. */
  readonly place?: FaultyPlace

  constructor(
    code: OperationCode,
    message: string,
    options: { readonly help?: string; readonly cause?: unknown; readonly place?: FaultyPlace } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.code = code
    if (options.help !== undefined) this.help = options.help
    if (options.place !== undefined) this.place = options.place
  }
}

/** A place in a file. */
export interface FaultyPlace {
  /** The absolute path of the file. */
  readonly path: string
  readonly range: Range
  /** What is wrong there, without the place. */
  readonly fault: string
}

/** A bug: a state that should be impossible. */
export class InternalError extends Error {
  override readonly name = 'InternalError'
}
