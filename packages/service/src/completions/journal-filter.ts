import { Refusal } from '../http/refusal.ts'

/** A stretch of time from the first moment of a day to before the first of another. */
export interface Period {
  readonly from?: Date
  readonly before?: Date
}

const dayMs = 24 * 60 * 60 * 1000
/** Nothing is older than the one or newer than the other; databases cannot read every moment beyond. */
const earliest = new Date('1970-01-01T00:00:00.000Z')
const latest = new Date('9999-01-01T00:00:00.000Z')

/** The days from `start` to `end` in UTC, both included. Throws a Refusal 400 where they are the wrong way round. */
export function readPeriod(start: string | undefined, end: string | undefined): Period {
  const from = start === undefined ? undefined : new Date(`${start}T00:00:00.000Z`)
  const last = end === undefined ? undefined : new Date(`${end}T00:00:00.000Z`)
  if (from !== undefined && last !== undefined && last < from) {
    throw new Refusal(400, 'The field "end_date" of the query is before "start_date".')
  }
  return {
    ...(from !== undefined && { from: within(from) }),
    ...(last !== undefined && { before: within(new Date(last.getTime() + dayMs)) }),
  }
}

function within(moment: Date): Date {
  return new Date(Math.min(Math.max(moment.getTime(), earliest.getTime()), latest.getTime()))
}
