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
 * run that fails is told to `onError`, and tried again a second later.
 */
export function startWorkLoop(run: () => Promise<number>, onError: (error: unknown) => void): WorkLoop {
  let isAwake = false
  let isStopped = false
  let endWait = (): void => {}
  let begunAt: number | undefined

  const loop = async () => {
    while (!isStopped) {
      isAwake = false
      begunAt = performance.now()
      const pause = await run().catch(error => {
        onError(error)
        return afterFailureMs
      })
      begunAt = undefined
      if (pause > 0 && !isAwake && !isStopped) await wait(pause)
    }
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
      await ended
    },
  }
}
