import { expectRefusal, expectStatus, expectThat, numberAt, textAt } from '../../expect.ts'
import type { Subject } from '../../subject/subject.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Checks the period filter of a list whose records were all created on one day: the first and last day are included, in
 * UTC, and an invalid day is rejected. The address already has a query.
 */
export async function expectPeriod({ owner }: Subject, path: string): Promise<void> {
  const page = await owner.get(path)
  const all = numberAt(page, 'meta.total')
  const madeAt = Date.parse(textAt(page, 'data[].created_at'))
  const day = (days: number) => new Date(madeAt + days * dayMs).toISOString().slice(0, 10)
  const [yesterday, today, tomorrow] = [day(-1), day(0), day(1)]
  for (const [query, total] of [
    [`start_date=${today}&end_date=${today}`, all],
    [`start_date=${yesterday}&end_date=${tomorrow}`, all],
    [`end_date=${yesterday}`, 0],
    [`start_date=${tomorrow}`, 0],
  ] as const) {
    const reply = await owner.get(`${path}&${query}`)
    expectStatus(reply, 200)
    const came = numberAt(reply, 'meta.total')
    expectThat(reply, came === total, `a total of ${total}`, String(came))
  }
  for (const query of [
    'start_date=2026-02-30',
    'end_date=31.01.2026',
    'start_date=yesterday',
    'start_date=2026-02-02&end_date=2026-02-01',
  ]) {
    expectRefusal(await owner.get(`${path}&${query}`), 400)
  }
}
