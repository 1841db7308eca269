import type { Timers } from '../timers.ts'

/** What is promised, or undefined where it fails or takes longer than a second. */
export async function withinASecond<Value>(promised: Promise<Value>, timers: Timers): Promise<Value | undefined> {
  return new Promise(resolve => {
    const cancel = timers.after(1000, () => resolve(undefined))
    const end = (value?: Value) => {
      cancel()
      resolve(value)
    }
    promised.then(end, () => end())
  })
}
