import { OperationError } from '@scenewright/model'

/** An error of the database as its thread reports it. `code` is PostgreSQL's SQLSTATE. */
export interface PlainDatabaseError {
  readonly message: string
  readonly code?: string
  readonly constraint?: string
  /** The last severe message of a database that could not be opened. */
  readonly reason?: string | undefined
}

/** The embedded database rejected a statement; the same fields as the errors of the PostgreSQL driver. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: string | undefined
  readonly constraint: string | undefined
  readonly reason: string | undefined

  constructor(error: PlainDatabaseError) {
    super(error.message)
    this.reason = error.reason
    this.code = error.code
    this.constraint = error.constraint
  }
}

/** The SQLSTATE of a full disk. */
const diskFull = '53100'

/**
 * The database cannot carry out a statement at the moment: it is stopped, unreachable, too slow, or has no space. It
 * may or may not have carried out the statement. The same statement may succeed later.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError'
  /** The SQLSTATE, or the code of the system's error. */
  readonly code: string | undefined

  constructor(cause: unknown) {
    super('The database is not available.', { cause })
    this.code = codeOf(cause)
  }

  /** Whether its disk is full. */
  get isFull(): boolean {
    return this.code === diskFull
  }
}

/**
 * SQLSTATEs: lost connections (08), no resources such as space or connections (53), a shutdown or a canceled statement
 * (57), errors of the system (58), a server that became a standby, and waits that took too long.
 */
const unavailable = /^(08...|53...|57...|58...|25006|25P03|55P03)$/

/** An error of the server or of the connection to it, as a DatabaseUnavailableError if it is temporary. */
export function databaseErrorOf<Reason>(error: Reason): Reason | DatabaseUnavailableError {
  return isConnectionError(error) || unavailable.test(codeOf(error) ?? '') ? new DatabaseUnavailableError(error) : error
}

/** Whether an error of the PostgreSQL driver means that its connection cannot be used again. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof DatabaseError) return false
  // The server's own errors have a severity; after a fatal one it closes the connection.
  if ('severity' in error) return error.severity === 'FATAL' || error.severity === 'PANIC'
  // All others are those of the network and of the protocol, except mistakes in a call.
  return !(error instanceof TypeError || error instanceof RangeError)
}

/** What to do about an error, by the start of its SQLSTATE, of its other code, or, without one, of its message. */
type Remedies = readonly (readonly [start: RegExp, help: string])[]

const misconfigurations: Remedies = [
  [
    /^(28|SASL|password authentication failed|empty password|login rejected|no such user|role )/,
    "Check the role and the password in the address of the database, and the server's pg_hba.conf.",
  ],
  [/^(3D000|no such database|database )/, 'Create the database, or correct its name in the address.'],
  [/^unsupported startup parameter/, 'Add it to ignore_startup_parameters of PgBouncer.'],
  [/^(42501|3F000)/, 'The role needs all rights on its schema, and on the tables and sequences there.'],
  [/^25006/, 'Use the primary server, without default_transaction_read_only for the role or the database.'],
  [/^42P07/, 'Use a database without the tables of other programs.'],
  [/^(\w*CERT|UNABLE_TO_|The server does not support SSL)/, 'Check sslmode and sslrootcert in the address.'],
]

const outages: Remedies = [
  [
    /^53[34]/,
    'Close other connections, or allow more: by max_connections, and the limits of the role and the database.',
  ],
  [/^53/, 'Give the server more space on its disk, or memory, and try again.'],
  [/^57014/, 'Try again, or raise statement_timeout of the role or the database.'],
]

/**
 * The error that a person reads of an expected failure of PostgreSQL: an OperationError `usage` for a wrong
 * configuration, `service` for a server that is not available. Any other error is returned as it is.
 */
export function operationErrorOf(error: unknown): unknown {
  const isUnavailable = error instanceof DatabaseUnavailableError
  const cause = isUnavailable ? error.cause : error
  if (!(cause instanceof Error) || !(isUnavailable || 'severity' in cause)) return error
  const reason = reasonOf(cause)
  const help = remedyOf(cause, misconfigurations)
  if (help !== undefined)
    return new OperationError('usage', `The PostgreSQL database cannot be used: ${reason}.`, { help, cause })
  if (!isUnavailable) return error
  return new OperationError('service', `The PostgreSQL database is not available: ${reason}.`, {
    help: remedyOf(cause, outages) ?? 'Start the database, or correct the host and the port in its address.',
    cause,
  })
}

/** The SQLSTATE of all errors of PgBouncer, also of those of a server that it repeats. */
const poolerError = '08P01'

function remedyOf(error: Error, remedies: Remedies): string | undefined {
  const code = codeOf(error)
  const start = code === undefined || code === poolerError ? error.message : code
  return remedies.find(([pattern]) => pattern.test(start))?.[1]
}

/** Neither PostgreSQL nor the system repeats a password. A name with several addresses has an error for each. */
function reasonOf(error: Error): string {
  return error instanceof AggregateError ? error.errors.map(reasonOf).join(', ') : error.message
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The SQLSTATE classes for invalid values, and for violated constraints. */
const rowClasses = /^2[23]/

/** Whether the database rejects a row, rather than being unable to work. */
export function isRowError(error: unknown): boolean {
  return rowClasses.test(codeOf(error) ?? '')
}
