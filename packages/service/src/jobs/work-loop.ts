import { machineTimers, type Timers, waitFor } from '../runtime/timers.ts'

/** Repeated work, which `wake` starts immediately. */
export interface WorkLoop {
  wake(): void
  /** False if a run has taken more than a minute, without progress. */
  isAlive(): boolean
  /** Resolves when the current run has ended; no other run begins. */
  stop(): Promise<void>
}

/** The delay after a failed run, in milliseconds. */
const afterFailureMs = 1000
/** The delay after a run that was not permitted, in milliseconds. */
const notPermittedMs = 1000
/** A longer run, or a longer part of a job, is considered stuck, in milliseconds. */
export const maxRunMs = 60_000

/** The options of a work loop. */
interface WorkLoopOptions {
  readonly spacingMs?: number
  readonly timers?: Timers
  /** Whether a run may begin now. */
  readonly mayRun?: () => boolean
}

/**
 * Calls `run` until stopped. It returns the maximum delay before the next run, in milliseconds; `wake` ends the delay.
 * If a run fails, `onError` is called, and the run is repeated a second later. `spacingMs` is the minimum time between
 * runs, except for a run with the delay 0: when idle nothing is delayed, and under load a run does more at once.
 */
export function startWorkLoop(
  run: () => Promise<number>,
  onError: (error: unknown) => void,
  { spacingMs = 0, timers = machineTimers, mayRun = () => true }: WorkLoopOptions = {},
): WorkLoop {
  let isAwake = false
  const stopping = new AbortController()
  let endWait = () => {}
  let begunAt: number | undefined

  const failed = (error: unknown) => {
    onError(error)
    return afterFailureMs
  }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      isAwake = false
      const start = timers.now()
      begunAt = start
      const pause = mayRun() ? await run().catch(failed) : notPermittedMs
      begunAt = undefined
      if (pause > 0 && !isAwake && !stopping.signal.aborted) await wait(pause)
      const early = start + spacingMs - timers.now()
      // Waking the loop does not end this wait; stopping it does.
      if (pause > 0 && early > 0) await waitFor(timers, early, stopping.signal)
    }
  }
  // No signal: under load each aborted one would cost its error, a hundredth of the processor time of a completion.
  const wait = (ms: number) =>
    new Promise<void>(resolve => {
      const cancel = timers.after(ms, resolve)
      endWait = () => {
        cancel()
        resolve()
      }
    })
  const ended = loop()
  return {
    wake() {
      isAwake = true
      endWait()
    },
    isAlive: () => begunAt === undefined || timers.now() - begunAt < maxRunMs,
    async stop() {
      stopping.abort()
      endWait()
      await ended
    },
  }
}
