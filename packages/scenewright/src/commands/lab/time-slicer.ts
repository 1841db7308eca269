import { setImmediate } from 'node:timers/promises'

/** In milliseconds: a pause takes a hundredth of it, and Ctrl-C responds quickly enough. */
const longest = 40

/**
 * Creates a pause that long work awaits at every step: from time to time it lets signals be processed, and ends the
 * work with the signal's reason. `onPause` is called each time.
 */
export function createTimeSlicer(signal: AbortSignal, onPause: () => void = () => {}): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < longest) return
    onPause()
    await setImmediate()
    signal.throwIfAborted()
    last = performance.now()
  }
}
