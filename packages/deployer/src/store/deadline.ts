import { setMaxListeners } from 'node:events'

/** How long a state backend is waited for. */
export interface Deadline {
  /** The most that one exchange with it may take, in milliseconds. */
  readonly timeoutMs: number
  /** Aborted: the run is ending, and all exchanges together get `graceMs` more. */
  readonly signal: AbortSignal
  readonly graceMs: number
  /** The system's where absent. */
  readonly clock?: StoreClock
}

/** The most that one exchange with a backend may take, and once the run is ending, in milliseconds. */
export const storeDeadline = { timeoutMs: 30_000, graceMs: 5_000 } as const

/**
 * The minimum time for a request that begins after the grace period, in milliseconds. A healthy backend needs no more.
 */
const leastMs = 500

/** When a signal was aborted: it does not say so itself. */
const endings = new WeakMap<AbortSignal, number>()

const watched = new WeakSet<AbortSignal>()

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

/** Calls `giveUp` once when the deadline passes. The returned function ends the watch. */
export function watchDeadline(deadline: Deadline, giveUp: () => void): () => void {
  const { timeoutMs, signal, graceMs, clock = systemClock } = deadline
  // Many exchanges go on at once, each with an ear of its own.
  setMaxListeners(0, signal)
  noteEnd(signal, clock)
  const cancels = [clock.after(timeoutMs, giveUp)]
  const hurry = () => {
    const gone = clock.now() - (endings.get(signal) ?? clock.now())
    cancels.push(clock.after(Math.max(graceMs - gone, Math.min(leastMs, graceMs)), giveUp))
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
