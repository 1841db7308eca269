import { setTimeout as wait } from 'node:timers/promises'

/** Asks again and again until it holds; resolves with whether it came to hold in time. Rejects when aborted. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  { signal, timeoutMs = 15_000 }: { readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<boolean> {
  const end = Date.now() + timeoutMs
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    signal.throwIfAborted()
    if (await holds()) return true
    if (Date.now() > end) return false
    await wait(pauseMs, undefined, { signal })
  }
}
