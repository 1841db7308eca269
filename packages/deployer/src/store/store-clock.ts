/** How a state store measures time and waits. */
export interface StoreClock {
  /** Milliseconds, on a clock that never goes back. */
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
  /** Runs an action after a delay; the function that comes back cancels it. */
  readonly after: (ms: number, action: () => void) => () => void
}

export const systemClock: StoreClock = {
  now: () => performance.now(),
  pause: ms => new Promise(done => setTimeout(done, ms)),
  after(ms, action) {
    const timer = setTimeout(action, ms)
    return () => clearTimeout(timer)
  },
}
