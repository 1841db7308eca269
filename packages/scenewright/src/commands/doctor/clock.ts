import type { Check } from './check.ts'

/** From how far apart on clocks are wrong, in milliseconds: settle windows are compared with times of other machines. */
const most = 5_000

/** What an answer tells of the service's clock. Times are milliseconds since 1970, by the clock of this machine. */
export interface ClockReading {
  /** The answer's Date header, which counts whole seconds. */
  readonly date: string | undefined
  readonly sentAt: number
  readonly answeredAt: number
}

/** Compares the two clocks. Only what the answer's way and the header's whole seconds cannot explain counts. */
export function clockCheck({ date, sentAt, answeredAt }: ClockReading): Omit<Check, 'name'> {
  const theirs = date === undefined ? Number.NaN : Date.parse(date)
  if (Number.isNaN(theirs)) return { status: 'missing', detail: 'the service does not say what time it is' }
  // Their clock stood between `theirs` and a second later at some moment between the request and the answer.
  const ahead = theirs - answeredAt
  const behind = sentAt - (theirs + 1000)
  const apart = Math.max(ahead, behind, 0)
  if (apart <= most) return { status: 'ok', detail: 'the same time here and on the service' }
  const seconds = Math.round(apart / 1000)
  const which = ahead > behind ? 'behind' : 'ahead of'
  return {
    status: 'wrong',
    detail: `this machine's clock is ${seconds} s ${which} the service's; set it: it decides when a lost request counts as settled`,
  }
}
