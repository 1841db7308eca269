import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { UnfitCall } from './unfit-call.ts'

/** Holds arguments against the schemas of functions, aside from the event loop. */
export interface ArgumentCheck {
  /** Rejects with an UnfitCall for arguments that the schema does not allow, or that cannot be checked. */
  check(schema: object, args: object): Promise<void>
  /** Why nothing can be checked against a schema; undefined where it can. */
  faultOfSchema(schema: object): Promise<string | undefined>
  close(): Promise<void>
}

/** How long a check may take once its turn has come, in milliseconds. */
const limitMs = 500
/** How long a thread without work is kept, in milliseconds. */
const idleMs = 30_000
/** How many checks wait for their turn at the most. */
const mostWaiting = 100
/** How many schemas that took too long are remembered, and how long, in milliseconds. */
const mostRemembered = 1000
const rememberedMs = 600_000

const tooLong = 'it takes too long to find out'

/** One thread for all checks, which is there as long as there are some; a schema that hangs it is not tried again. */
export function createArgumentCheck(): ArgumentCheck {
  /** Until when a schema is not tried again. */
  const hanging = new Map<string, number>()
  let thread: Promise<Worker> | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const end = async () => {
    clearTimeout(idle)
    const ended = thread
    thread = undefined
    await (await ended?.catch(() => undefined))?.terminate()
  }
  const runNow = async (schema: string, args: string | undefined) => {
    const id = createHash('sha256').update(schema).digest('base64')
    if ((hanging.get(id) ?? 0) > Date.now()) return tooLong
    clearTimeout(idle)
    thread ??= startThread()
    const worker = await thread
    const answer = await ask(worker, { schema, ...(args !== undefined && { args }) })
    if (answer === undefined) {
      if (hanging.size >= mostRemembered) hanging.clear()
      hanging.set(id, Date.now() + rememberedMs)
      await end()
      return tooLong
    }
    idle = setTimeout(end, idleMs).unref()
    return answer.fault
  }
  const run = async (schema: object, args?: object): Promise<string | undefined> => {
    if (waiting >= mostWaiting) return 'too many wait to be checked'
    waiting += 1
    const turn = last.then(() => runNow(JSON.stringify(schema), args && JSON.stringify(args)))
    last = turn.catch(() => {})
    return turn.finally(() => {
      waiting -= 1
    })
  }
  return {
    async check(schema, args) {
      const fault = await run(schema, args)
      if (fault !== undefined) throw new UnfitCall(`The arguments do not fit the function: ${fault}.`)
    },
    faultOfSchema: schema => run(schema),
    close: end,
  }
}

/** The bundle has the worker beside it. */
function startThread(): Promise<Worker> {
  const worker = new Worker(new URL('./argument-worker.mjs', import.meta.url), {
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
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

/** What the thread answers; undefined where it does not in time, or dies of the question. */
function ask(worker: Worker, task: object): Promise<{ readonly fault?: string } | undefined> {
  return new Promise(resolve => {
    const done = (answer?: { readonly fault?: string }) => {
      clearTimeout(timer)
      worker.off('message', done)
      worker.off('exit', gone)
      worker.unref()
      resolve(answer)
    }
    const gone = () => done()
    const timer = setTimeout(gone, limitMs)
    worker.ref()
    worker.once('message', done)
    worker.once('exit', gone)
    worker.postMessage(task)
  })
}
