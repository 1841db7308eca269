import { Worker } from 'node:worker_threads'
import type { Timers } from '../timers.ts'

/** A thread for work that may take for ever. */
export interface UntrustedThread {
  /** What the thread answers: `late` where it does not in time or dies of the task, `busy` where too many wait. */
  run<Answer extends object>(task: object): Promise<Answer | 'late' | 'busy'>
  close(): Promise<void>
}

/** How long a task may take once its turn has come, in milliseconds: a fair one is done in a few, even on a busy machine. */
const limitMs = 2000
/** How long a thread without work is kept, in milliseconds. */
const idleMs = 30_000
/** How many tasks wait for their turn at the most. */
const mostWaiting = 100

/** One thread, which is there as long as there is work, does it one after the other, and is ended where it hangs. */
export function createUntrustedThread(timers: Timers): UntrustedThread {
  let thread: Promise<Worker> | undefined
  let cancelIdle = (): void => {}
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const end = async () => {
    cancelIdle()
    const ended = thread
    thread = undefined
    const worker = await ended?.catch(() => undefined)
    await worker?.terminate()
  }
  const runNow = async <Answer extends object>(task: object): Promise<Answer | 'late'> => {
    cancelIdle()
    thread ??= startThread()
    try {
      const answer = await ask<Answer>(await thread, task, timers)
      if (answer === 'late') await end()
      else cancelIdle = timers.after(idleMs, end)
      return answer
    } catch (error) {
      await end()
      throw error
    }
  }
  return {
    async run<Answer extends object>(task: object) {
      if (waiting >= mostWaiting) return 'busy'
      waiting += 1
      const turn = last.then(() => runNow<Answer>(task))
      last = turn.catch(() => {})
      return turn.finally(() => {
        waiting -= 1
      })
    },
    close: end,
  }
}

/** The bundle has the worker beside it. */
function startThread(): Promise<Worker> {
  const worker = new Worker(new URL('./untrusted-worker.mjs', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
  })
  worker.unref()
  return new Promise((resolve, reject) => {
    worker.once('message', () => {
      worker.off('error', reject)
      worker.on('error', () => {})
      resolve(worker)
    })
    worker.once('error', reject)
  })
}

function ask<Answer extends object>(worker: Worker, task: object, timers: Timers): Promise<Answer | 'late'> {
  return new Promise(resolve => {
    const done = (answer: Answer | 'late') => {
      cancel()
      worker.off('message', done)
      worker.off('exit', gone)
      worker.unref()
      resolve(answer)
    }
    const gone = () => done('late')
    const cancel = timers.after(limitMs, gone)
    worker.ref()
    worker.once('message', done)
    worker.once('exit', gone)
    worker.postMessage(task)
  })
}
