import { setTimeout as wait } from 'node:timers/promises'

/** How long is waited, and what ends it before. */
interface Waiting {
  readonly signal: AbortSignal
  /** How many times as long as usual is waited for what should come. */
  readonly patience: number
}

/** Waits for what should come. Resolves with whether it came to hold in time; rejects when aborted. */
export function until(
  holds: () => boolean | Promise<boolean>,
  { signal, patience }: Waiting,
  usualMs = 15_000,
): Promise<boolean> {
  return lookFor(holds, signal, usualMs * patience)
}

/** Looks for what should not come, as long as it could. Resolves with whether it came; rejects when aborted. */
export function comesWithin(
  ms: number,
  holds: () => boolean | Promise<boolean>,
  { signal }: Pick<Waiting, 'signal'>,
): Promise<boolean> {
  return lookFor(holds, signal, ms)
}

async function lookFor(
  holds: () => boolean | Promise<boolean>,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<boolean> {
  const end = Date.now() + timeoutMs
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    signal.throwIfAborted()
    if (await holds()) return true
    if (Date.now() > end) return false
    await wait(pauseMs, undefined, { signal })
  }
}
