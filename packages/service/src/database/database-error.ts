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

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** The SQLSTATE classes for invalid values, and for violated constraints. */
const rowClasses = /^2[23]/

/** Whether the database rejects a row, rather than being unable to work. */
export function isRowError(error: unknown): boolean {
  return rowClasses.test(codeOf(error) ?? '')
}
