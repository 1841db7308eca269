import type { Timers } from '../runtime/timers.ts'

/** The delay after the first failure, in milliseconds, doubled after each further one, and the longest delay. */
const firstDelayMs = 1000
const maxDelayMs = 300_000

/** Decides when a provider that failed may be asked again. */
export interface RetryGate {
  /** The time until the next request is allowed, in milliseconds; 0 if it is allowed now. */
  waitMs(): number
  succeeded(): void
  /** A failure of a request that began before the current delay does not lengthen it. */
  failed(error: Error): void
}

/** Calls `onChange` with the first failure, and without one when a request succeeds again. */
export function createRetryGate(timers: Timers, onChange: (failure?: Error) => void): RetryGate {
  let failures = 0
  let openAt = Number.NEGATIVE_INFINITY
  const waitMs = () => Math.max(0, openAt - timers.now())
  return {
    waitMs,
    succeeded() {
      if (failures > 0) onChange()
      failures = 0
      openAt = Number.NEGATIVE_INFINITY
    },
    failed(error) {
      if (waitMs() > 0) return
      if (failures === 0) onChange(error)
      openAt = timers.now() + Math.min(maxDelayMs, firstDelayMs * 2 ** failures)
      failures += 1
    },
  }
}
