/** An error of the database as its thread reports it. `code` is PostgreSQL's SQLSTATE. */
export interface PlainDatabaseError {
  readonly message: string
  readonly code?: string
  readonly constraint?: string
}

/** The embedded database rejected a statement; the same fields as the errors of the PostgreSQL driver. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly code: string | undefined
  readonly constraint: string | undefined

  constructor(error: PlainDatabaseError) {
    super(error.message)
    this.code = error.code
    this.constraint = error.constraint
  }
}

/** The SQLSTATE classes for invalid values, and for violated constraints. */
const rowClasses = /^2[23]/

/** Whether the database rejects a row, rather than being unable to work. */
export function isRowError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && rowClasses.test(error.code)
}
