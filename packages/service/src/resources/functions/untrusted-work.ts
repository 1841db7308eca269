import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { HttpError } from '../../http/http-error.ts'
import { machineTimers, type Timers } from '../../runtime/timers.ts'
import { FunctionCallError } from './fill.ts'
import { pickField } from './pick-field.mjs'

/** A thread for work that may never end. */
interface UntrustedThread {
  /** The result of the thread; `late` if the task times out or crashes the thread, `busy` if too many tasks wait. */
  run<Answer extends object>(task: object): Promise<Answer | 'late' | 'busy'>
  close(): Promise<void>
}

/** The time limit of a running task, in milliseconds. A normal task takes a few, even on a busy machine. */
const limitMs = 2000

/** How long an idle thread is kept, in milliseconds. */
const idleMs = 30_000

/** The maximum number of waiting tasks. */
const mostWaiting = 100

/** Checks untrusted schemas and parses untrusted responses without blocking other work. */
export interface UntrustedWork {
  /** Rejects with a FunctionCallError for arguments that the schema does not allow, or that cannot be checked. */
  check(schema: object, args: object): Promise<void>
  /** Why a schema cannot be used; undefined if it can. Rejects with an HttpError 503 if too many schemas wait. */
  faultOfSchema(schema: object): Promise<string | undefined>
  /** The field of a response at a path, as text. Rejects with a FunctionCallError if there is none. */
  pick(text: string, path: string): Promise<string>
  close(): Promise<void>
}

/**
 * The maximum length of a response that is parsed in the main thread, in characters: within a few milliseconds, however
 * it is nested.
 */
const longestHere = 32_768
/** The number of schemas that took too long to remember, and for how long, in milliseconds. */
const mostRemembered = 1000
const rememberedMs = 60_000

const tooLong = 'it takes too long to find out'
const tooMany = 'too many wait to be checked'

/** Uses a thread for schemas and long responses. A schema that makes it hang is not tried again for a while. */
export function createUntrustedWork({
  timers = machineTimers,
  thread = createUntrustedThread(timers),
}: {
  readonly timers?: Timers
  readonly thread?: UntrustedThread
} = {}): UntrustedWork {
  /** The time until which a schema is not tried again. */
  const hanging = new Map<string, number>()

  const faultOf = async (schema: string, args?: string): Promise<string | undefined> => {
    const id = createHash('sha256').update(schema).digest('base64')
    if ((hanging.get(id) ?? 0) > timers.now()) return tooLong
    const answer = await thread.run<{ fault?: string }>({ schema, ...(args !== undefined && { args }) })
    if (answer === 'busy') return tooMany
    if (answer !== 'late') return answer.fault
    if (hanging.size >= mostRemembered) hanging.clear()
    hanging.set(id, timers.now() + rememberedMs)
    return tooLong
  }
  /** The running checks of schemas: equal schemas share one. */
  const underWay = new Map<string, Promise<string | undefined>>()
  const faultOfSchema = (text: string): Promise<string | undefined> => {
    const known = underWay.get(text)
    if (known !== undefined) return known
    const checked = faultOf(text).finally(() => underWay.delete(text))
    underWay.set(text, checked)
    return checked
  }
  return {
    async check(schema, args) {
      const fault = await faultOf(JSON.stringify(schema), JSON.stringify(args))
      if (fault !== undefined) throw new FunctionCallError(`The arguments do not fit the function: ${fault}.`)
    },
    async faultOfSchema(schema) {
      const fault = await faultOfSchema(JSON.stringify(schema))
      if (fault !== tooMany) return fault
      throw new HttpError(503, 'Too many function schemas are waiting for validation; try again.', {
        'retry-after': '1',
      })
    },
    async pick(text, path) {
      const isShort = text.length <= longestHere || path === ''
      const picked = isShort ? pickField(text, path) : await thread.run<ReturnType<typeof pickField>>({ text, path })
      if (picked === 'late' || picked === 'busy') throw new FunctionCallError('The answer takes too long to read.')
      if ('fault' in picked) throw new FunctionCallError(picked.fault)
      return picked.value
    },
    close: () => thread.close(),
  }
}

/** A thread that runs tasks sequentially, exists only while there is work, and is terminated if it hangs. */
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

/** In the bundle, the worker is in the same folder. */
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
