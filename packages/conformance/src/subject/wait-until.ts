import { setTimeout as wait } from 'node:timers/promises'

/** The waiting time, and the signal that ends it. */
interface Waiting {
  readonly signal: AbortSignal
  /** The factor for waiting times. */
  readonly patience: number
}

/** Waits for an expected condition. Resolves with whether it became true in time; rejects when aborted. */
export function waitUntil(
  holds: () => boolean | Promise<boolean>,
  { signal, patience }: Waiting,
  usualMs = 15_000,
): Promise<boolean> {
  return lookFor(holds, signal, usualMs * patience)
}

/**
 * Watches for an unexpected condition, as long as it could occur. Resolves with whether it occurred; rejects when
 * aborted.
 */
export function occursInTime(
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
