/** The length of a slice, in milliseconds. */
const sliceMs = 10

/** Runs CPU-bound steps sequentially, and yields to the event loop between slices. */
export interface TimeSlicer {
  /** Rejects with an error of `work`. Keep a step to a few milliseconds, because it is never interrupted. */
  run<Result>(work: () => Result): Promise<Result>
  /** Runs the steps of a generator, several in a slice, and resolves with its result. Keep its steps as short. */
  finish<Result>(steps: Generator<undefined, Result>): Promise<Result>
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
  const run = <Result>(work: () => Result) =>
    new Promise<Result>((resolve, reject) => {
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
    })
  return {
    run,
    async finish(steps) {
      for (;;) {
        const { done, value } = await run(() => {
          const end = now() + sliceMs
          let step = steps.next()
          while (step.done !== true && now() < end) step = steps.next()
          return step
        })
        if (done === true) return value
      }
    },
  }
}
