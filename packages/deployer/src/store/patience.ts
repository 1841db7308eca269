import { setMaxListeners } from 'node:events'
import { type StoreClock, systemClock } from './store-clock.ts'

/** How long a home of a state is waited for. */
export interface Patience {
  /** The most that one exchange with it may take, in milliseconds. */
  readonly timeoutMs: number
  /** Aborted: the run is ending, and all exchanges together get `graceMs` more. */
  readonly signal: AbortSignal
  readonly graceMs: number
  /** The system's where absent. */
  readonly clock?: StoreClock
}

/** The most that one exchange with a home may take, and once the run is ending, in milliseconds. */
export const patience = { timeoutMs: 30_000, graceMs: 5_000 } as const

/** What an exchange that begins behind the grace still gets, in milliseconds: a home that is well needs no more. */
const leastMs = 500

/** Calls `giveUp` once when the patience is over; the answer ends the watch. */
export function watchPatience(patience: Patience, giveUp: () => void): () => void {
  const { timeoutMs, signal, graceMs, clock = systemClock } = patience
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

/** When a signal was aborted: it does not say so itself. */
const endings = new WeakMap<AbortSignal, number>()
const watched = new WeakSet<AbortSignal>()

function noteEnd(signal: AbortSignal, { now }: StoreClock): void {
  if (watched.has(signal)) return
  watched.add(signal)
  const note = () => void endings.set(signal, now())
  if (signal.aborted) note()
  else signal.addEventListener('abort', note, { once: true })
}
