import { Refusal } from '../http/refusal.ts'

/** A stretch of time from the first moment of a day to before the first of another. */
export interface Period {
  readonly from?: Date
  readonly before?: Date
}

const dayMs = 24 * 60 * 60 * 1000

/** The days from `start` to `end` in UTC, both included. Throws a Refusal 400 where they are the wrong way round. */
export function readPeriod(start: string | undefined, end: string | undefined): Period {
  const from = start === undefined ? undefined : new Date(`${start}T00:00:00.000Z`)
  const last = end === undefined ? undefined : new Date(`${end}T00:00:00.000Z`)
  if (from !== undefined && last !== undefined && last < from) {
    throw new Refusal(400, 'The field "end_date" of the query is before "start_date".')
  }
  return {
    ...(from !== undefined && { from }),
    ...(last !== undefined && { before: new Date(last.getTime() + dayMs) }),
  }
}
