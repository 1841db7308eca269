const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** When a result is sent, in milliseconds after the attempt before; the first at once. */
export const deliverySchedule: readonly number[] = [
  0,
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
]

/** The longest wait that a receiver may ask for. */
const longestAsked = hour

/**
 * How long to wait after attempt number `attempts`, in milliseconds: the schedule's next wait give or take a fifth
 * (`random` is 0 to 1), or what the receiver asks for where that is longer. Undefined where the schedule has ended.
 */
export function nextWait(
  schedule: readonly number[],
  attempts: number,
  { random, askedMs = 0 }: { readonly random: number; readonly askedMs?: number },
): number | undefined {
  const planned = schedule[attempts]
  if (planned === undefined) return undefined
  return Math.round(Math.max(planned * (0.8 + 0.4 * random), Math.min(askedMs, longestAsked)))
}

/** What a Retry-After header asks for, in milliseconds: seconds or a date. Undefined where it is neither. */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * second
  // Without the letters of a weekday, Date would make a year of any number.
  const date = /^[a-z]/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime())
}
