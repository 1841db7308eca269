/** How long work goes on before others get their turn, in milliseconds. */
const sliceMs = 10

/** Runs pieces of work that take a while, one after the other, and lets the event loop breathe between them. */
export type InSlices = <Result>(work: () => Result) => Promise<Result>

/** Pieces that are asked for at the same time run in that order. `now` is a clock in milliseconds. */
export function createSlices(now: () => number = () => performance.now()): InSlices {
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
  return work =>
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
    })
}
