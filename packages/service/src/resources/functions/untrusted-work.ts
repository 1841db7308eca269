import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { HttpError } from '../../http/http-error.ts'
import { createFairQueue } from '../../runtime/fair-queue.ts'
import { machineTimers, type Timers } from '../../runtime/timers.ts'
import { FunctionCallError } from './fill.ts'
import { pickField } from './pick-field.mjs'

/** The account of a task, and how many of its tasks may be unfinished. */
interface TaskOwner {
  readonly account: string
  readonly maxWaiting: number
}

/** A thread for work that may never end. */
interface UntrustedThread {
  /**
   * The result of the thread; `late` if the task times out or crashes the thread. If `maxWaiting` tasks of the account
   * wait, or too many of all accounts, it is `busy` at once.
   */
  run<Answer extends object>(task: object, of: TaskOwner): Promise<Answer | 'late' | Busy>
  close(): Promise<void>
}

/** Whether too many tasks of this account wait, or of all accounts. */
type Busy = 'account busy' | 'busy'

/** The time limit of a running task, in milliseconds. A normal task takes a few, even on a busy machine. */
const limitMs = 2000

/** How long an idle thread is kept, in milliseconds. */
const idleMs = 30_000

/** The maximum number of unfinished tasks: of all accounts, of one account, and of one account for a new schema. */
const maxWaiting = { total: 200, calls: 100, newSchemas: 20 } as const

/** Checks untrusted schemas and parses untrusted responses without blocking other work. */
export interface UntrustedWork {
  /** Rejects with a FunctionCallError for arguments that the schema does not allow, or that cannot be checked. */
  check(account: string, schema: object, args: object): Promise<void>
  /**
   * Why a schema cannot be used; undefined if it can. Rejects with an HttpError if too many schemas wait: 429 if they
   * are of this account, else 503.
   */
  faultOfSchema(account: string, schema: object): Promise<string | undefined>
  /** The field of a response at a path, as text. Rejects with a FunctionCallError if there is none. */
  pick(account: string, text: string, path: string): Promise<string>
  close(): Promise<void>
}

/**
 * The maximum length of a response that is parsed in the main thread, in characters: within a few milliseconds, however
 * it is nested.
 */
const maxLengthHere = 32_768
/** The number of schemas that took too long to remember, and for how long, in milliseconds. */
const maxRemembered = 1000
const rememberedMs = 60_000

/**
 * Uses a thread for schemas and long responses, in turns for each account. A schema that makes it hang is not tried
 * again for a while.
 */
export function createUntrustedWork({
  timers = machineTimers,
  thread = createUntrustedThread(timers),
}: {
  readonly timers?: Timers
  readonly thread?: UntrustedThread
} = {}): UntrustedWork {
  /** The time until which a schema is not tried again. */
  const hanging = new Map<string, number>()

  const faultOf = async (of: TaskOwner, schema: string, args?: string): Promise<string | undefined | Busy> => {
    const id = createHash('sha256').update(schema).digest('base64')
    if ((hanging.get(id) ?? 0) > timers.now()) return tooLong
    const answer = await thread.run<{ fault?: string }>({ schema, ...(args !== undefined && { args }) }, of)
    if (isBusy(answer)) return answer
    if (answer !== 'late') return answer.fault
    if (hanging.size >= maxRemembered) hanging.clear()
    hanging.set(id, timers.now() + rememberedMs)
    return tooLong
  }
  /** The running checks of schemas: equal schemas of an account share one. */
  const underWay = new Map<string, Promise<string | undefined>>()
  const faultOfSchema = (account: string, text: string): Promise<string | undefined> => {
    const id = `${account} ${text}`
    const known = underWay.get(id)
    if (known !== undefined) return known
    const checked = faultOf({ account, maxWaiting: maxWaiting.newSchemas }, text).finally(() => underWay.delete(id))
    underWay.set(id, checked)
    return checked
  }
  return {
    async check(account, schema, args) {
      const of = { account, maxWaiting: maxWaiting.calls }
      const fault = await faultOf(of, JSON.stringify(schema), JSON.stringify(args))
      if (fault === undefined) return
      throw new FunctionCallError(`The arguments do not fit the function: ${isBusy(fault) ? tooMany : fault}.`)
    },
    async faultOfSchema(account, schema) {
      const fault = await faultOfSchema(account, JSON.stringify(schema))
      if (!isBusy(fault)) return fault
      const [status, which] =
        fault === 'busy' ? ([503, 'function schemas'] as const) : ([429, 'function schemas of this account'] as const)
      throw new HttpError(status, `Too many ${which} are waiting for validation; try again.`, { 'retry-after': '1' })
    },
    async pick(account, text, path) {
      const isShort = text.length <= maxLengthHere || path === ''
      const picked = isShort
        ? pickField(text, path)
        : await thread.run<ReturnType<typeof pickField>>({ text, path }, { account, maxWaiting: maxWaiting.calls })
      if (picked === 'late' || isBusy(picked)) throw new FunctionCallError('The answer takes too long to read.')
      if ('fault' in picked) throw new FunctionCallError(picked.fault)
      return picked.value
    },
    close: () => thread.close(),
  }
}

const tooLong = 'it takes too long to find out'
const tooMany = 'too many wait to be checked'

function isBusy(answer: unknown): answer is Busy {
  return answer === 'busy' || answer === 'account busy'
}

/**
 * A thread that runs tasks sequentially, exists only while there is work, and is terminated if it hangs: if a task
 * takes longer than `limitMs`, in milliseconds. Accounts take turns.
 */
export function createUntrustedThread(timers: Timers, taskLimitMs: number = limitMs): UntrustedThread {
  let thread: Promise<Worker> | undefined
  let cancelIdle = (): void => {}
  const queue = createFairQueue<() => Promise<void>>({ total: 1 }, run => run().then(() => true))

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
      const answer = await ask<Answer>(await thread, task, { timers, limitMs: taskLimitMs })
      if (answer === 'late') await end()
      else cancelIdle = timers.after(idleMs, end)
      return answer
    } catch (error) {
      await end()
      throw error
    }
  }
  return {
    run<Answer extends object>(task: object, { account, maxWaiting: max }: TaskOwner) {
      if (queue.unfinished(account) >= max) return Promise.resolve<Busy>('account busy')
      if (queue.unfinished() >= maxWaiting.total) return Promise.resolve<Busy>('busy')
      return new Promise<Answer | 'late'>((resolve, reject) => {
        queue.add({ account, target: '' }, () => runNow<Answer>(task).then(resolve, reject))
      })
    },
    close() {
      queue.clear()
      return end()
    },
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

function ask<Answer extends object>(
  worker: Worker,
  task: object,
  { timers, limitMs }: { readonly timers: Timers; readonly limitMs: number },
): Promise<Answer | 'late'> {
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
