import type { Timers } from '../runtime/timers.ts'
import { startWorkLoop, type WorkLoop } from './work-loop.ts'

/** How long to wait for news before looking anyway, in milliseconds. */
const idleMs = 5000
/** A job that was claimed so often without an end has ended the service each time, or fails for good. */
const mostAttempts = 5

/** A kind of long work that outlives the service: each job is a row, which a running service takes up. */
export interface JobKind<Job extends { readonly attempts: number }> {
  /** Claims the oldest that waits. */
  claim(): Promise<Job | undefined>
  /** Gives back what this service has claimed; an attempt that the service itself cut short does not count. */
  release(isCounted: boolean): Promise<void>
  /** Does it, from the beginning or from where it stood; rejects soon after the signal. */
  run(job: Job, signal: AbortSignal): Promise<void>
  /** Records that it came to nothing. */
  fail(job: Job): Promise<void>
}

/** Does the jobs of a kind one after the other, in the background. A job that fails is tried again. */
export function startJobQueue<Job extends { readonly attempts: number }>(
  kind: JobKind<Job>,
  { onError, timers }: { readonly onError: (error: unknown) => void; readonly timers: Timers },
): WorkLoop {
  const stopping = new AbortController()
  let hasLeftOver = false
  const run = async () => {
    if (hasLeftOver) await kind.release(true)
    hasLeftOver = true
    const job = await kind.claim()
    if (job !== undefined) await (job.attempts > mostAttempts ? kind.fail(job) : kind.run(job, stopping.signal))
    hasLeftOver = false
    return job === undefined ? idleMs : 0
  }
  const tell = (error: unknown) => {
    if (!stopping.signal.aborted) onError(error)
  }
  const loop = startWorkLoop(run, tell, { timers })
  return {
    ...loop,
    async stop() {
      stopping.abort()
      await loop.stop()
      if (hasLeftOver) await kind.release(false)
    },
  }
}
