/** The length of a slice, in milliseconds. */
const sliceMs = 10

/** Runs CPU-bound steps sequentially, and yields to the event loop between slices. */
export interface TimeSlicer {
  /** Rejects with an error of `work`. Keep a step to a few milliseconds, because it is never interrupted. */
  run<Result>(work: () => Result): Promise<Result>
}

/** Steps run in the order in which they were added. `now` is a clock in milliseconds. */
export function createTimeSlicer(now: () => number = () => performance.now()): TimeSlicer {
  const waiting: (() => void)[] = []
  let isRunning = false

  const drain = () => {
    const end = now() + sliceMs
    while (now() < end) {
      const next = waiting.shift()
      if (next === undefined) {
        isRunning = false
        return
      }
      next()
    }
    setImmediate(drain)
  }
  return {
    run: work =>
      new Promise((resolve, reject) => {
        waiting.push(() => {
          try {
            resolve(work())
          } catch (error) {
            reject(error)
          }
        })
        if (isRunning) return
        isRunning = true
        setImmediate(drain)
      }),
  }
}
