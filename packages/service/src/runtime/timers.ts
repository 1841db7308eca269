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

/** Calls each of the added functions `ms` later, less at most 10 ms, unless it was removed. */
interface SharedTimers {
  add(late: () => void): { remove(): void }
}

/** Under load, a timer for each piece of work would be a tenth of the processor time of a request. */
function createSharedTimers(timers: Timers, ms: number): SharedTimers {
  let latest: { readonly begunAt: number; readonly waiting: Set<() => void>; cancel(): void } | undefined
  // A timer without work is kept until the next one begins: setting one is most of the cost of a short request.
  const begin = (begunAt: number) => {
    const waiting = new Set<() => void>()
    const cancel = timers.after(ms, () => {
      // What begins from now on needs another timer.
      if (latest?.waiting === waiting) latest = undefined
      for (const late of waiting) late()
    })
    return { begunAt, waiting, cancel }
  }
  return {
    add(late) {
      const now = timers.now()
      if (latest === undefined || now - latest.begunAt >= sharedMs) {
        if (latest?.waiting.size === 0) latest.cancel()
        latest = begin(now)
      }
      const group = latest
      group.waiting.add(late)
      return {
        remove() {
          group.waiting.delete(late)
          if (group.waiting.size === 0 && latest !== group) group.cancel()
        },
      }
    },
  }
}

/** The same as `resultWithin` with one `ms` for all work, less at most 10 ms. */
export function createTimeLimit(timers: Timers, ms: number, late: () => Error): TimeLimit {
  const shared = createSharedTimers(timers, ms)
  return work =>
    new Promise((resolve, reject) => {
      const limit = shared.add(() => reject(late()))
      work.then(
        result => {
          limit.remove()
          resolve(result)
        },
        error => {
          limit.remove()
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

/** The end of the time for work. The signal is created when it is first read: most answers need none. */
class Deadline {
  #controller: AbortController | undefined
  #reason: unknown

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#reason !== undefined) this.#controller.abort(this.#reason)
    return this.#controller.signal
  }

  end(reason: unknown): void {
    this.#reason = reason
    this.#controller?.abort(reason)
  }
}

/** Runs work until its deadline; see `createDeadlines`. */
export type RunUntilDeadline = <Result>(
  work: (deadline: Pick<Deadline, 'signal'>) => Promise<Result>,
) => Promise<Result>

/**
 * Calls work with a signal that is aborted after `ms`, less at most 10 ms, with a TimeoutError, or when `stopping` is.
 * Rejects with the reason at that moment, even if the work ignores the signal.
 */
export function createDeadlines(
  timers: Timers,
  { ms, stopping }: { readonly ms: number; readonly stopping: AbortSignal },
): RunUntilDeadline {
  const shared = createSharedTimers(timers, ms)
  const inProgress = new Set<(reason: unknown) => void>()
  const stop = () => {
    for (const end of inProgress) end(stopping.reason)
  }
  stopping.addEventListener('abort', stop, { once: true })
  return async work => {
    stopping.throwIfAborted()
    const deadline = new Deadline()
    return new Promise((resolve, reject) => {
      const end = (reason: unknown) => {
        deadline.end(reason)
        reject(reason)
      }
      const limit = shared.add(() => end(new DOMException('The operation was aborted due to timeout', 'TimeoutError')))
      inProgress.add(end)
      const leave = () => {
        limit.remove()
        inProgress.delete(end)
      }
      work(deadline).then(
        result => {
          leave()
          resolve(result)
        },
        error => {
          leave()
          reject(error)
        },
      )
    })
  }
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
