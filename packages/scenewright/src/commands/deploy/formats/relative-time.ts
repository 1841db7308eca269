const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** "2 h ago" for a time in ISO 8601; `now`: milliseconds since 1970. A time within a minute is "just now". */
export function ago(at: string, now: number): string {
  const age = ageOf(at, now)
  return age === undefined ? 'just now' : `${age} ago`
}

/** "for 2 h": the duration until now. */
export function lasting(since: string, now: number): string {
  return `for ${ageOf(since, now) ?? 'less than a minute'}`
}

/** "12 min": the duration until a time; less than a minute, or a time in the past, is "a minute". */
export function timeUntil(at: string, now: number): string {
  const ms = Date.parse(at) - now
  return ms <= 60_000 ? 'a minute' : inUnits(ms)
}

function ageOf(at: string, now: number): string | undefined {
  const age = now - Date.parse(at)
  return age >= 60_000 ? inUnits(age) : undefined
}

function inUnits(ms: number): string {
  const [name, length] = units.find(([, minMs]) => ms >= minMs) ?? ['min', 60_000]
  return `${Math.floor(ms / length)} ${name}`
}
