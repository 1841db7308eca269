import { machineTimers, type Timers, waitFor } from '../runtime/timers.ts'

/** Repeated work, which `wake` starts at once. */
export interface WorkLoop {
  wake(): void
  /** False if a run has taken more than a minute. */
  isAlive(): boolean
  /** Resolves when the current run has ended; no other begins. */
  stop(): Promise<void>
}

/** How long to wait after a run that failed, in milliseconds. */
const afterFailureMs = 1000
/** A run that takes longer than this is stuck, in milliseconds. */
const longestRunMs = 60_000

/**
 * Runs `run` until stopped. It answers how long the next run may wait, in milliseconds; `wake` cuts the wait short. A
 * run that fails is passed to `onError`, and tried again a second later. With `spacingMs` no run begins sooner after
 * the one before, but for one that may not wait at all: at rest nothing is held up, and under load a run does more at
 * once.
 */
export function startWorkLoop(
  run: () => Promise<number>,
  onError: (error: unknown) => void,
  { spacingMs = 0, timers = machineTimers }: { readonly spacingMs?: number; readonly timers?: Timers } = {},
): WorkLoop {
  let isAwake = false
  const stopping = new AbortController()
  let endWait = new AbortController()
  let begunAt: number | undefined

  const loop = async () => {
    while (!stopping.signal.aborted) {
      isAwake = false
      const start = timers.now()
      begunAt = start
      const pause = await run().catch(error => {
        onError(error)
        return afterFailureMs
      })
      begunAt = undefined
      if (pause > 0 && !isAwake && !stopping.signal.aborted) await wait(pause)
      const early = start + spacingMs - timers.now()
      // What wakes the loop does not end this wait; a stop does.
      if (pause > 0 && early > 0) await waitFor(timers, early, stopping.signal)
    }
  }
  const wait = async (ms: number) => {
    endWait = new AbortController()
    await waitFor(timers, ms, endWait.signal)
  }
  const ended = loop()
  return {
    wake() {
      isAwake = true
      endWait.abort()
    },
    isAlive: () => begunAt === undefined || timers.now() - begunAt < longestRunMs,
    async stop() {
      stopping.abort()
      endWait.abort()
      await ended
    },
  }
}
