import { allRows } from './rows/all.ts'
import { type RowResult, runRows } from './run-rows.ts'
import { selectRows } from './select-rows.ts'
import { openSubject, type SubjectOptions } from './subject/subject.ts'

/** A service, the rows to run, and a callback. */
export interface ConformanceOptions extends SubjectOptions {
  /** Ids with `x` for any digit, kinds, or parts of operations; absent: all rows. */
  readonly only?: readonly string[]
  /** Called for every row as soon as it has run, in no particular order. */
  readonly onRow?: (result: RowResult) => void
}

/**
 * Checks a service against the contract, row by row; the results are in the order of the rows. Creates bots and related
 * objects, and does not delete them. Rejects with an OperationError if the service cannot be reached, and when aborted.
 */
export async function runConformance(options: ConformanceOptions): Promise<readonly RowResult[]> {
  const rows = selectRows(allRows, options.only)
  const subject = await openSubject(options)
  try {
    return await runRows(rows, subject, options.onRow ?? (() => {}))
  } finally {
    await subject.close()
  }
}
