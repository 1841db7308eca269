import { setTimeout as delay } from 'node:timers/promises'

/** Work that is done again and again, and at once when there is news. */
export interface WorkLoop {
  wake(): void
  /** Whether runs end: not where one has been under way for a minute. */
  isAlive(): boolean
  /** Resolves when the run under way has ended; no other begins. */
  stop(): Promise<void>
}

/** How long to wait after a run that failed, in milliseconds. */
const afterFailureMs = 1000
/** A run that takes longer than this stands still, in milliseconds. */
const longestRunMs = 60_000

/**
 * Runs `run` until stopped. It answers how long the next run may wait, in milliseconds; `wake` cuts the wait short. A
 * run that fails is told to `onError`, and tried again a second later. With `spacingMs` no run begins sooner after the
 * one before, but for one that may not wait at all: at rest nothing is held up, and under load a run does more at once.
 */
export function startWorkLoop(
  run: () => Promise<number>,
  onError: (error: unknown) => void,
  { spacingMs = 0 }: { readonly spacingMs?: number } = {},
): WorkLoop {
  let isAwake = false
  let isStopped = false
  let endWait = (): void => {}
  let begunAt: number | undefined
  let endRest = new AbortController()

  const loop = async () => {
    while (!isStopped) {
      isAwake = false
      const start = performance.now()
      begunAt = start
      const pause = await run().catch(error => {
        onError(error)
        return afterFailureMs
      })
      begunAt = undefined
      if (pause > 0 && !isAwake && !isStopped) await wait(pause)
      const early = start + spacingMs - performance.now()
      if (pause > 0 && early > 0 && !isStopped) await rest(early)
    }
  }
  /** What wakes the loop does not end it; a stop does. */
  const rest = async (ms: number) => {
    endRest.abort()
    endRest = new AbortController()
    await delay(ms, undefined, { signal: endRest.signal }).catch(() => {})
  }
  const wait = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms)
      endWait = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  const ended = loop()
  return {
    wake() {
      isAwake = true
      endWait()
    },
    isAlive: () => begunAt === undefined || performance.now() - begunAt < longestRunMs,
    async stop() {
      isStopped = true
      endWait()
      endRest.abort()
      await ended
    },
  }
}
