import { allRows } from './rows/all.ts'
import { type RowResult, runRows } from './run-rows.ts'
import { selectRows } from './select-rows.ts'
import { openSubject, type SubjectOptions } from './subject/subject.ts'

/** A service, which rows are to run, and who is told. */
export interface ConformanceOptions extends SubjectOptions {
  /** Ids with `x` for any digit, kinds, or parts of operations; absent: all rows. */
  readonly only?: readonly string[]
  /** Told of every row as soon as it has run, in no order. */
  readonly onRow?: (result: RowResult) => void
}

/**
 * Holds a service to the contract, row by row; the results are in the order of the rows. Makes bots and what belongs to
 * them, and leaves them there. Rejects with an OperationError where the service cannot be asked at all, and when aborted.
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
