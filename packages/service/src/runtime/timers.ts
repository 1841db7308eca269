/** Timers as a parameter: tests replace the machine's clock. */
export interface Timers {
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Calls `then` once, `ms` from now. The returned function cancels it. */
  after(ms: number, then: () => void): () => void
}

/** The machine's own. A pending timer does not keep the process alive: connections and the database do. */
export const machineTimers: Timers = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** Resolves after `ms`, or as soon as the signal is aborted. */
export function waitFor(timers: Timers, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal?.aborted) return resolve()
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = timers.after(ms, end)
    signal?.addEventListener('abort', end, { once: true })
  })
}

/** Resolves when `work` has ended, but after `ms` at the latest. Rejects if the work fails in time. */
export function waitAtMost(timers: Timers, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(ms, resolve)
    work.then(() => resolve(), reject).finally(cancel)
  })
}

/** The result of `work`. Rejects after `ms` if there is none, with the error of `late`. */
export function resultWithin<Result>(
  timers: Timers,
  ms: number,
  work: Promise<Result>,
  late: () => Error = () => new Error(`There was no result within ${ms} ms.`),
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(ms, () => reject(late()))
    // Two promises less than with `finally`: every request and every statement waits here.
    work.then(
      result => {
        cancel()
        resolve(result)
      },
      error => {
        cancel()
        reject(error)
      },
    )
  })
}

/** Limits the time of work; see `createTimeLimit`. */
export type TimeLimit = <Result>(work: Promise<Result>) => Promise<Result>

/** Work that begins within this time has one timer, in milliseconds. */
const sharedMs = 10

/** Work that ends together, if it ends too late. */
interface TimedGroup {
  readonly begunAt: number
  /** Rejects the work in progress. */
  readonly rejections: Set<(error: Error) => void>
  cancel(): void
}

/**
 * The same as `resultWithin` with one `ms` for all work, less at most 10 ms: under load, a timer for each would be a
 * tenth of the processor time of a request.
 */
export function createTimeLimit(timers: Timers, ms: number, late: () => Error): TimeLimit {
  let latest: TimedGroup | undefined
  const begin = (begunAt: number): TimedGroup => {
    const rejections = new Set<(error: Error) => void>()
    const cancel = timers.after(ms, () => {
      for (const reject of rejections) reject(late())
    })
    return { begunAt, rejections, cancel }
  }
  const end = (group: TimedGroup, reject: (error: Error) => void) => {
    group.rejections.delete(reject)
    if (group.rejections.size > 0) return
    group.cancel()
    if (latest === group) latest = undefined
  }
  return work =>
    new Promise((resolve, reject) => {
      const now = timers.now()
      if (latest === undefined || now - latest.begunAt >= sharedMs) latest = begin(now)
      const group = latest
      group.rejections.add(reject)
      work.then(
        result => {
          end(group, reject)
          resolve(result)
        },
        error => {
          end(group, reject)
          reject(error)
        },
      )
    })
}

/** Calls `work` with a signal that is aborted with a TimeoutError after `ms`, like that of `AbortSignal.timeout`. */
export async function withTimeout<Result>(
  timers: Timers,
  ms: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController()
  const cancel = timers.after(ms, () => {
    late.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  })
  try {
    return await work(late.signal)
  } finally {
    cancel()
  }
}

/**
 * Calls `work` with a signal that is aborted after `ms`, with a TimeoutError, or when `stopping` is. Rejects with the
 * reason at that moment, even if the work ignores the signal.
 */
export function withDeadline<Result>(
  timers: Timers,
  { ms, stopping }: { readonly ms: number; readonly stopping: AbortSignal },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  return withTimeout(timers, ms, async late => {
    stopping.throwIfAborted()
    const ending = new AbortController()
    const { signal } = ending
    const stop = () => ending.abort(stopping.reason)
    const ended = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    late.addEventListener('abort', () => ending.abort(late.reason), { once: true })
    stopping.addEventListener('abort', stop, { once: true })
    try {
      return await Promise.race([ended, work(signal)])
    } finally {
      stopping.removeEventListener('abort', stop)
    }
  })
}

/** The value of a promise; undefined if it rejects or takes longer than a second. */
export async function valueWithinSecond<Value>(promised: Promise<Value>, timers: Timers): Promise<Value | undefined> {
  return new Promise(resolve => {
    const cancel = timers.after(1000, () => resolve(undefined))
    const end = (value?: Value) => {
      cancel()
      resolve(value)
    }
    promised.then(end, () => end())
  })
}
