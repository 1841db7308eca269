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

/**
 * The same as `resultWithin` with one `ms` for all work, and at most one timer at a time: those of a loaded service are
 * a tenth of the processor time of a request.
 */
export function createTimeLimit(timers: Timers, ms: number, late: () => Error): TimeLimit {
  /** In the order of their ends. */
  const waiting = new Set<{ readonly dueAt: number; readonly reject: (error: Error) => void }>()
  let isWatched = false
  const watch = (afterMs: number) => {
    isWatched = true
    timers.after(afterMs, () => {
      isWatched = false
      const now = timers.now()
      for (const entry of waiting) {
        if (entry.dueAt > now) return watch(entry.dueAt - now)
        waiting.delete(entry)
        entry.reject(late())
      }
    })
  }
  return work =>
    new Promise((resolve, reject) => {
      const entry = { dueAt: timers.now() + ms, reject }
      waiting.add(entry)
      if (!isWatched) watch(ms)
      work.then(
        result => {
          waiting.delete(entry)
          resolve(result)
        },
        error => {
          waiting.delete(entry)
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
