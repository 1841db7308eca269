import { setMaxListeners } from 'node:events'

/** How long to wait for a state backend. */
export interface Deadline {
  /** The maximum time of one request, in milliseconds. */
  readonly timeoutMs: number
  /** When aborted, the run is ending, and all requests together get `graceMs` more. */
  readonly signal: AbortSignal
  readonly graceMs: number
  /** By default the system's. */
  readonly clock?: StoreClock
}

/** The maximum time of one request to a backend, and after the run was aborted, in milliseconds. */
export const storeDeadline = { timeoutMs: 30_000, graceMs: 5_000 } as const

/**
 * The minimum time for a request that begins after the grace period, in milliseconds. A healthy backend needs no more.
 */
const minMs = 500

/** When a signal was aborted, which the signal itself does not record. */
const endings = new WeakMap<AbortSignal, number>()

const watched = new WeakSet<AbortSignal>()

/** The clock and timers of a state store. */
export interface StoreClock {
  /** Milliseconds, on a monotonic clock. */
  readonly now: () => number
  readonly pause: (ms: number) => Promise<void>
  /** Runs an action after a delay; the returned function cancels it. */
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

/** Calls `giveUp` once when the deadline passes. The returned function stops the timer. */
export function watchDeadline(deadline: Deadline, giveUp: () => void): () => void {
  const { timeoutMs, signal, graceMs, clock = systemClock } = deadline
  // Many requests run at once, each with its own listener.
  setMaxListeners(0, signal)
  noteEnd(signal, clock)
  const cancels = [clock.after(timeoutMs, giveUp)]
  const hurry = () => {
    const gone = clock.now() - (endings.get(signal) ?? clock.now())
    cancels.push(clock.after(Math.max(graceMs - gone, Math.min(minMs, graceMs)), giveUp))
  }
  if (signal.aborted) hurry()
  else signal.addEventListener('abort', hurry, { once: true })
  return () => {
    signal.removeEventListener('abort', hurry)
    for (const cancel of cancels) cancel()
  }
}

function noteEnd(signal: AbortSignal, { now }: StoreClock): void {
  if (watched.has(signal)) return
  watched.add(signal)
  const note = () => void endings.set(signal, now())
  if (signal.aborted) note()
  else signal.addEventListener('abort', note, { once: true })
}
