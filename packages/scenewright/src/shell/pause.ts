import { visible } from '@scenewright/model/text'
import type { Invocation } from './command.ts'

/** A shorter delay, in milliseconds, is not reported. */
const reportedMs = 1_000

/** Waits before a failed request is sent again. A longer delay is reported: the command should not seem to hang. */
export async function waitToRetry(
  { terminal, pause: wait, signal }: Pick<Invocation, 'terminal' | 'pause' | 'signal'>,
  ms: number,
  { message }: Error,
): Promise<void> {
  if (ms >= reportedMs) terminal.err(`waiting ${Math.ceil(ms / 1000)} s: ${visible(message)}\n`)
  await wait(ms, signal)
}

/** Waits; ends early, without an error, if the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise(done => {
    if (signal?.aborted) return done()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      done()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
