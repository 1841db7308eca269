/** SQLSTATE's classes of values that cannot be kept, and of rows that break a constraint. */
const rowClasses = /^2[23]/

/** Whether an error of the database says that it refuses a row, rather than that it cannot do its work. */
export function isRowError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && rowClasses.test(error.code)
}
