import type { Row } from './row.ts'
import type { Subject } from './subject/subject.ts'
import { toVerdict, type Verdict } from './verdict.ts'

/** A row, and its result. */
export interface RowResult extends Pick<Row, 'id' | 'operation' | 'kind' | 'requirement'> {
  readonly verdict: Verdict
  /** Its duration, in milliseconds. */
  readonly ms: number
}

/** The number of concurrent rows. */
const atOnce = 8

/**
 * Runs rows, several at once and the last ones sequentially; the results are in the order of the rows. Rejects when
 * aborted.
 */
export async function runRows(
  rows: readonly Row[],
  subject: Subject,
  onRow: (result: RowResult) => void,
): Promise<readonly RowResult[]> {
  const results = new Map<Row, RowResult>()
  const run = async (row: Row) => {
    const result = await runRow(row, subject)
    results.set(row, result)
    onRow(result)
  }
  const waiting = rows.filter(({ isLast }) => !isLast).values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const row of waiting) await run(row)
    }),
  )
  for (const row of rows.filter(({ isLast }) => isLast)) await run(row)
  return rows.flatMap(row => results.get(row) ?? [])
}

async function runRow(row: Row, subject: Subject): Promise<RowResult> {
  subject.signal.throwIfAborted()
  const { id, operation, kind, requirement } = row
  const start = performance.now()
  const error: unknown = await row.check(subject).then(
    () => undefined,
    reason => reason,
  )
  subject.signal.throwIfAborted()
  return {
    id,
    operation,
    kind,
    requirement,
    verdict: toVerdict(error, subject.redact),
    ms: Math.round(performance.now() - start),
  }
}
