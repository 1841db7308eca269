import { setImmediate } from 'node:timers/promises'

/** In milliseconds: a pause costs a hundredth of it, and a person waits for no answer to Ctrl-C. */
const longest = 40

/**
 * Makes a pause for long work to take at every step: now and then it lets a signal be heard, and ends the work with its
 * reason once one came. `onPause` is called each time.
 */
export function createBreath(signal: AbortSignal, onPause: () => void = () => {}): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < longest) return
    onPause()
    await setImmediate()
    signal.throwIfAborted()
    last = performance.now()
  }
}
