import { DatabaseUnavailableError } from '../database/database-error.ts'
import type { Timers } from '../runtime/timers.ts'
import { maxRunMs, startWorkLoop, type WorkLoop } from './work-loop.ts'

/** The polling interval without notifications, in milliseconds. */
const idleMs = 5000
/** The maximum number of attempts at a job: each of them failed, or ended with its process. */
const maxAttempts = 5

/** A kind of long-running work that survives restarts: each job is a row, which a running service claims. */
export interface JobKind<Job extends { readonly attempts: number }> {
  /** Claims the oldest waiting job. */
  claim(): Promise<Job | undefined>
  /** Releases the claims of this service; an attempt that a stop or the database interrupted does not count. */
  release(isCounted: boolean): Promise<void>
  /**
   * Runs it, from the beginning or from where it stopped; rejects soon after the signal. Calls `onProgress` at least once
   * a minute.
   */
  run(job: Job, signal: AbortSignal, onProgress: () => void): Promise<void>
  /** Records that it failed. */
  fail(job: Job): Promise<void>
}

/** The options of a job queue. */
interface JobQueueOptions {
  /** Whether a job may be claimed now; default: always. */
  readonly canClaim?: () => boolean
  /** Called after each run with its duration in milliseconds; a run that will be repeated ends with `again`. */
  readonly onEnded?: (outcome: 'done' | 'again' | 'failed', ms: number) => void
  readonly onError: (error: unknown) => void
  readonly timers: Timers
}

/** Runs the jobs of a kind sequentially, in the background. A job that fails is retried. */
export function startJobQueue<Job extends { readonly attempts: number }>(
  kind: JobKind<Job>,
  { canClaim = () => true, onEnded = () => {}, onError, timers }: JobQueueOptions,
): WorkLoop {
  const stopping = new AbortController()
  let hasLeftOver = false
  let isCounted = true
  let progressAt = Number.NEGATIVE_INFINITY
  const onProgress = () => {
    progressAt = timers.now()
  }
  const measured = async (job: Job) => {
    const begunAt = timers.now()
    let outcome: 'done' | 'again' | 'failed' = 'again'
    try {
      if (job.attempts > maxAttempts) {
        await kind.fail(job)
        outcome = 'failed'
      } else {
        await kind.run(job, stopping.signal, onProgress)
        outcome = 'done'
      }
    } finally {
      onEnded(outcome, timers.now() - begunAt)
    }
  }
  const run = async () => {
    if (hasLeftOver) await kind.release(isCounted)
    hasLeftOver = true
    try {
      const job = await kind.claim()
      if (job !== undefined) await measured(job)
      hasLeftOver = false
      return job === undefined ? idleMs : 0
    } catch (error) {
      isCounted = !(error instanceof DatabaseUnavailableError)
      throw error
    }
  }
  const tell = (error: unknown) => {
    if (!stopping.signal.aborted) onError(error)
  }
  const loop = startWorkLoop(run, tell, { timers, mayRun: canClaim })
  return {
    ...loop,
    isAlive: () => loop.isAlive() || timers.now() - progressAt < maxRunMs,
    async stop() {
      stopping.abort()
      await loop.stop()
      if (hasLeftOver) await kind.release(false)
    },
  }
}
