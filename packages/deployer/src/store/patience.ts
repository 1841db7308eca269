import { setMaxListeners } from 'node:events'

/** How long a home of a state is waited for. */
export interface Patience {
  /** The most that one exchange with it may take, in milliseconds. */
  readonly timeoutMs: number
  /** Aborted: the run is ending, and all exchanges together get `graceMs` more. */
  readonly signal: AbortSignal
  readonly graceMs: number
}

/** What an exchange that begins behind the grace still gets, in milliseconds: a home that is well needs no more. */
const leastMs = 500

/** Calls `giveUp` once when the patience is over; the answer ends the watch. */
export function watchPatience({ timeoutMs, signal, graceMs }: Patience, giveUp: () => void): () => void {
  // Many exchanges go on at once, each with an ear of its own.
  setMaxListeners(0, signal)
  noteEnd(signal)
  const timers = [setTimeout(giveUp, timeoutMs)]
  const hurry = () => {
    const gone = performance.now() - (endings.get(signal) ?? performance.now())
    timers.push(setTimeout(giveUp, Math.max(graceMs - gone, Math.min(leastMs, graceMs))))
  }
  if (signal.aborted) hurry()
  else signal.addEventListener('abort', hurry, { once: true })
  return () => {
    signal.removeEventListener('abort', hurry)
    for (const timer of timers) clearTimeout(timer)
  }
}

/** When a signal was aborted: it does not say so itself. */
const endings = new WeakMap<AbortSignal, number>()
const watched = new WeakSet<AbortSignal>()

function noteEnd(signal: AbortSignal): void {
  if (watched.has(signal)) return
  watched.add(signal)
  const note = () => void endings.set(signal, performance.now())
  if (signal.aborted) note()
  else signal.addEventListener('abort', note, { once: true })
}
