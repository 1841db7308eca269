import type pg from 'pg'
import { resultWithin, type Timers, waitFor } from '../runtime/timers.ts'

/** A lock that ends with the session, or the process, that holds it. */
export interface HeldLock {
  /** Whether the lock was held at the last probe. */
  isHeld(): boolean
}

/** Two numbers that identify an advisory lock. */
export interface LockName {
  readonly group: number
  readonly key: number
}

/** The options of a lock session. */
interface LockSessionOptions {
  readonly createClient: () => pg.Client
  readonly timers: Timers
  /** Rejects if the connection has no session of its own; `readPid` reads the process of its session in the server. */
  readonly requireOwnSession: (readPid: () => Promise<number | undefined>) => Promise<void>
  /** Called when the lock is lost. */
  readonly onLost: () => void
  /** How often to probe the session, and how long to wait before the lock is taken again, in milliseconds. */
  readonly probeMs: number
  /** How long to wait for the result of a statement, in milliseconds. */
  readonly resultMs: number
}

/** A session with the database that holds a lock. */
interface LockSession {
  /** Takes the lock, and takes it again whenever it is lost. */
  hold(lock: LockName): Promise<HeldLock>
  /** Ends the session, and so releases the lock. */
  end(): Promise<void>
}

/** The server notices after 25 s that the machine of a client has died. Ignored on a socket of the same machine. */
const keepAlive = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3'

/**
 * Creates a session that probes its connection: otherwise a process would not notice that the server has closed it and
 * released the lock.
 */
export function createLockSession(options: LockSessionOptions): LockSession {
  const { timers, probeMs } = options
  const ending = new AbortController()
  let client: pg.Client | undefined
  let watched = Promise.resolve()

  const watch = async (lock: LockName) => {
    while (!ending.signal.aborted) {
      await waitFor(timers, probeMs, ending.signal)
      if (ending.signal.aborted) return
      const used = client
      try {
        if (used === undefined) await take(lock, true)
        else if (!(await holds(query(used, options), lock))) throw new Error('The lock is lost.')
      } catch {
        await drop(used)
      }
    }
  }
  const take = async (lock: LockName, isAgain: boolean) => {
    const fresh = await connect(options)
    const run = query(fresh, options)
    try {
      if (!isAgain) await options.requireOwnSession(() => readPid(run))
      await acquire(run, lock, isAgain)
    } catch (error) {
      void fresh.end()
      throw error
    }
    fresh.once('end', () => drop(fresh))
    client = fresh
  }
  const drop = async (lost: pg.Client | undefined) => {
    if (lost === undefined || client !== lost) return
    client = undefined
    if (!ending.signal.aborted) options.onLost()
    // A connection that hangs is not waited for.
    void lost.end()
  }
  return {
    async hold(lock) {
      await take(lock, false)
      watched = watch(lock)
      return { isHeld: () => client !== undefined }
    },
    async end() {
      ending.abort()
      await watched
      await client?.end()
    },
  }
}

type Query = <Row extends object>(sql: string) => Promise<readonly Row[]>

function query(client: pg.Client, { timers, resultMs }: LockSessionOptions): Query {
  return async sql => (await resultWithin(timers, resultMs, client.query(sql))).rows
}

async function connect({ createClient }: LockSessionOptions): Promise<pg.Client> {
  const client = createClient()
  client.on('error', () => {})
  await client.connect()
  return client
}

async function readPid(run: Query): Promise<number | undefined> {
  const [row] = await run<{ readonly pid: number }>('select pg_backend_pid() as pid')
  return row?.pid
}

async function acquire(run: Query, lock: LockName, isAgain: boolean): Promise<void> {
  await run(keepAlive)
  // The server may not have noticed yet that the earlier session is dead.
  if (isAgain) await run(`select pg_terminate_backend(pid) from pg_locks where ${isLock(lock)}`)
  await run(`select pg_advisory_lock(${lock.group}, ${lock.key})`)
}

async function holds(run: Query, lock: LockName): Promise<boolean> {
  const rows = await run(`select 1 from pg_locks where ${isLock(lock)} and pid = pg_backend_pid()`)
  return rows.length > 0
}

/** The condition for the row of a lock in `pg_locks`. */
export function isLock({ group, key }: LockName): string {
  return `locktype = 'advisory' and granted and classid::bigint = ${group} and objid::bigint = ${key}
    and database = (select oid from pg_database where datname = current_database())`
}
