import { setMaxListeners } from 'node:events'

/** How long a home of a state is waited for. */
export interface Patience {
  /** The most that one exchange with it may take, in milliseconds. */
  readonly timeoutMs: number
  /** Aborted: the run is ending, and an exchange gets `graceMs` at the most. */
  readonly signal: AbortSignal
  readonly graceMs: number
}

/** Calls `giveUp` once when the patience is over; the answer ends the watch. */
export function watchPatience({ timeoutMs, signal, graceMs }: Patience, giveUp: () => void): () => void {
  // Many exchanges go on at once, each with an ear of its own.
  setMaxListeners(0, signal)
  const timers = [setTimeout(giveUp, timeoutMs)]
  const hurry = () => void timers.push(setTimeout(giveUp, graceMs))
  if (signal.aborted) hurry()
  else signal.addEventListener('abort', hurry, { once: true })
  return () => {
    signal.removeEventListener('abort', hurry)
    for (const timer of timers) clearTimeout(timer)
  }
}
