/** How long a Retry-After header asks to wait, in milliseconds: its seconds, or the time until its date. */
export function retryAfterMs(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string') return undefined
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
