import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { machineTimers, type Timers, waitAtMost } from '../runtime/timers.ts'
import { DatabaseError, DatabaseUnavailableError, databaseErrorOf, type PlainDatabaseError } from './database-error.ts'

/** The result of a statement. */
interface StatementResult {
  readonly rows: readonly Record<string, unknown>[]
  readonly affectedRows: number
}

/** The embedded database in its own thread. Statements run sequentially. */
export interface EmbeddedDatabase {
  /** Runs one statement; with `begins`, it is the first one of a transaction. */
  query(sql: string, parameters: readonly unknown[], begins?: boolean): Promise<StatementResult>
  /** Ends the transaction. */
  end(how: 'commit' | 'rollback'): Promise<void>
  /** Writes all files of the database to `path`, as a compressed archive. */
  dump(path: string): Promise<void>
  /** Resolves if the thread has ended by itself, or was ended because it did not answer. */
  readonly failed: Promise<EmbeddedFailure>
  /** Ends the thread at once: statements in progress and later ones reject. */
  abort(): void
  /** Never waits for a thread that does not answer. */
  close(): Promise<void>
}

/** Why the embedded database cannot be used any more. */
export interface EmbeddedFailure {
  readonly isStuck: boolean
  /** The last severe message of the database, if there was one. */
  readonly reason?: string
}

/** Ends a thread that has not answered for some time. */
interface Watchdog {
  readonly ms: number
  readonly timers: Timers
}

/** The options for opening the embedded database. */
export interface EmbeddedOptions {
  /** Absent: in memory. */
  readonly folder?: string
  readonly watchdog?: Watchdog | undefined
  /** For a few statements of a process that ends soon: its code is compiled once, not a second time for speed. */
  readonly isBrief?: boolean
}

/** How long closing waits for the thread, in milliseconds. */
const goodbyeMs = 10_000

type Request =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[]; readonly begins: boolean }
  | { readonly kind: 'end'; readonly how: 'commit' | 'rollback' }
  | { readonly kind: 'dump'; readonly path: string }
  | { readonly kind: 'close' }

type Message =
  | { readonly kind: 'open' }
  | { readonly kind: 'severe'; readonly reason: string }
  | { readonly kind: 'failed'; readonly error: PlainDatabaseError }
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly error: PlainDatabaseError }

interface Waiting {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/**
 * Opens the database. Rejects with a DatabaseError. A thread that does not answer is ended only with a watchdog.
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { folder, watchdog, isBrief = false } = options
  // Node 20, `scenewright service account list`: 0.68 s of processor time instead of 1.37 s.
  if (isBrief) setFlagsFromString('--liftoff-only')
  const worker = new Worker(new URL('./pglite-worker.mjs', import.meta.url), { workerData: { folder } })
  const connection = new Connection(worker, watchdog)
  try {
    await connection.opened
  } catch (error) {
    await worker.terminate()
    throw error
  }
  return {
    query: (sql, parameters, begins = false) =>
      connection.send({ kind: 'query', sql, parameters, begins }) as Promise<StatementResult>,
    end: how => connection.send({ kind: 'end', how }) as Promise<void>,
    dump: path => connection.send({ kind: 'dump', path }) as Promise<void>,
    failed: connection.failed,
    abort: () => connection.end(),
    async close() {
      // Everything that it could not write is in its write-ahead log.
      const closed = connection.send({ kind: 'close' }).catch(() => {})
      await waitAtMost(watchdog?.timers ?? machineTimers, goodbyeMs, closed)
      connection.end()
      await worker.terminate()
    },
  }
}

/** The connection to the thread, which responds to each request in the shape of its kind. */
class Connection {
  /** Rejects with a DatabaseError. */
  readonly opened: Promise<void>
  readonly failed: Promise<EmbeddedFailure>
  readonly #worker: Worker
  readonly #watchdog: Watchdog | undefined
  readonly #waiting = new Map<number, Waiting>()
  #isOpen = false
  #lastId = 0
  #ended: Error | undefined
  #reason: string | undefined
  #cancelWatch = (): void => {}
  #fail: (failure: EmbeddedFailure) => void = () => {}

  constructor(worker: Worker, watchdog: Watchdog | undefined) {
    this.#worker = worker
    this.#watchdog = watchdog
    this.failed = new Promise(resolve => {
      this.#fail = resolve
    })
    this.opened = new Promise((resolve, reject) => {
      const refuse = (error: PlainDatabaseError) => reject(new DatabaseError({ ...error, reason: this.#reason }))
      worker.on('message', (message: Message) => {
        if (message.kind === 'failed') return refuse(message.error)
        if (message.kind !== 'open') return this.#read(message)
        this.#isOpen = true
        resolve()
      })
      worker.on('error', error => {
        refuse({ message: error.message })
        this.#endFailed(false)
      })
      worker.on('exit', () => {
        refuse({ message: 'The thread of the embedded database has ended.' })
        this.#endFailed(false)
      })
    })
  }

  send(request: Request): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== undefined) return reject(this.#ended)
      this.#lastId += 1
      this.#waiting.set(this.#lastId, { resolve, reject })
      if (this.#waiting.size === 1) this.#watch()
      this.#worker.postMessage({ ...request, id: this.#lastId })
    })
  }

  /** Ends the thread. All requests reject, also later ones. */
  end(): void {
    this.#cancelWatch()
    this.#ended ??= new DatabaseUnavailableError(new Error('The embedded database has ended.'))
    for (const { reject } of this.#waiting.values()) reject(this.#ended)
    this.#waiting.clear()
    void this.#worker.terminate()
  }

  #endFailed(isStuck: boolean): void {
    if (this.#ended === undefined) this.#fail({ isStuck, ...(this.#reason !== undefined && { reason: this.#reason }) })
    this.end()
  }

  #watch(): void {
    this.#cancelWatch()
    if (this.#watchdog === undefined || this.#waiting.size === 0) return
    this.#cancelWatch = this.#watchdog.timers.after(this.#watchdog.ms, () => this.#endFailed(true))
  }

  #read(message: Extract<Message, { kind: 'severe' | 'done' | 'refused' }>): void {
    if (message.kind === 'severe') {
      this.#reason = message.reason
      if (this.#isOpen) this.#endFailed(false)
      return
    }
    const request = this.#waiting.get(message.id)
    this.#waiting.delete(message.id)
    this.#watch()
    if (message.kind === 'done') {
      request?.resolve(message.result)
      return
    }
    const error = new DatabaseError(message.error)
    request?.reject(databaseErrorOf(error))
    if (!isLogError(error)) return
    this.#reason = error.message
    this.#endFailed(false)
  }
}

/** Whether the database cannot write its write-ahead log: the next statement that does would never end. */
function isLogError({ code = '', message }: DatabaseError): boolean {
  return /^(53100|58)/.test(code) && message.includes('pg_wal')
}
