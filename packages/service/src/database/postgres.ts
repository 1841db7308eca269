import { Socket } from 'node:net'
import { OperationError } from '@scenewright/model'
import { type Dialect, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type Timers, waitAtMost } from '../runtime/timers.ts'
import { databaseErrorOf, operationErrorOf } from './database-error.ts'
import { guardPool } from './guarded-pool.ts'
import { createLockSession, type HeldLock, isLock, type LockName } from './lock-session.ts'

/** PostgreSQL's number for its type bigint, which the driver would return as text. */
const bigintType = 20

/** The time limits of a database, in milliseconds. All but the last are for PostgreSQL. */
export interface DatabaseLimits {
  /** How long to wait for a connection; default: 10,000. */
  readonly connectMs?: number
  /** How long the server may take for a statement; default: no limit. */
  readonly statementMs?: number
  /** How long to wait for the result of a statement; default: 5,000 more than the server may take. */
  readonly resultMs?: number
  /** The interval of probes of the lock that shows that this process is alive; default: 2,000. */
  readonly probeMs?: number
  /** How long an unused connection stays open; default: 10,000. */
  readonly idleMs?: number
  /** How long the embedded database may take for a statement; then it is ended. Default: no limit. */
  readonly watchdogMs?: number
}

const connectTimeoutMs = 10_000
const idleTimeoutMs = 10_000
const probeIntervalMs = 2000
/** How long to wait for the result of a probe, and to take the lock again, in milliseconds. */
const probeTimeoutMs = 5000
/** The time in which the server reports that it has canceled a statement, in milliseconds. */
const cancelMs = 5000
/** After this time without data, the system checks a connection, in milliseconds. */
const keepAliveMs = 10_000
/** How long closing waits for the server, in milliseconds. */
const goodbyeMs = 2000

/** A connection pool of a PostgreSQL server, and a separate session that holds locks. */
export interface Postgres {
  readonly dialect: Dialect
  readonly isShared: true
  holdLock(group: number, key: number): Promise<HeldLock>
  /** Never resolves: a server may come back. */
  readonly failed: Promise<never>
  /** Closes all connections at once: statements in progress reject with a DatabaseUnavailableError, and so do later ones. */
  abort(): void
  close(end: () => Promise<void>): Promise<void>
}

/** The options of a connection. */
interface PostgresOptions {
  /** The address for the session that holds the lock. */
  readonly directUrl: string
  readonly timers: Timers
  readonly limits: DatabaseLimits
  readonly onLockLost: () => void
  /** Whether to reject a database that cannot store all texts. */
  readonly needsUtf8: boolean
}

/**
 * Connects to the server. Rejects with an OperationError that does not contain the password: `usage` for a wrong
 * address, role or database, `service` if the server is not available.
 */
export async function openPostgres(
  databaseUrl: string,
  { directUrl, timers, limits, onLockLost, needsUtf8 }: PostgresOptions,
): Promise<Postgres> {
  const { default: driver } = await import('pg')
  requireAddress('address', databaseUrl, driver)
  requireAddress('direct address', directUrl, driver)
  const { connectMs = connectTimeoutMs, idleMs = idleTimeoutMs, statementMs } = limits
  const sockets = createSockets()
  const settings: pg.PoolConfig = {
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    stream: sockets.create,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === bigintType ? Number : driver.types.getTypeParser(type, format),
    },
  }
  const pool = new driver.Pool({
    ...settings,
    max: 10,
    idleTimeoutMillis: idleMs,
    // A transaction whose client is unreachable would hold its locks.
    ...(statementMs !== undefined && {
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: statementMs,
    }),
  })
  // Ignored: the running query fails, and the next one reconnects or reports the reason.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const session = createLockSession({
    createClient: () => new driver.Client({ ...settings, connectionString: directUrl }),
    timers,
    requireOwnSession: readPid => requireNotPooled(pool, readPid),
    onLost: onLockLost,
    probeMs: limits.probeMs ?? probeIntervalMs,
    resultMs: probeTimeoutMs,
  })
  try {
    const { rows } = await pool.query("select current_setting('server_encoding') as encoding").catch(error => {
      throw operationErrorOf(databaseErrorOf(error))
    })
    if (needsUtf8) requireUtf8(rows[0]?.encoding)
  } catch (error) {
    sockets.abort()
    await pool.end()
    throw error
  }
  const { resultMs = statementMs && statementMs + cancelMs } = limits
  return {
    dialect: new PostgresDialect({ pool: guardPool(pool, { timers, resultMs, isAborted: sockets.isAborted }) }),
    isShared: true,
    async holdLock(group, key) {
      const lock = await session.hold({ group, key }).catch(error => {
        throw error instanceof OperationError ? error : databaseErrorOf(error)
      })
      if (directUrl !== databaseUrl) await requireVisible(pool, { group, key })
      return lock
    },
    failed: new Promise(() => {}),
    abort: sockets.abort,
    async close(end) {
      const ended = Promise.all([end(), session.end()])
      await waitAtMost(timers, goodbyeMs, ended)
      // Of a server that cannot be reached.
      sockets.abort()
      await ended
    },
  }
}

/** Throws an OperationError `usage` for an address that the driver cannot read; it may contain a password. */
function requireAddress(what: string, url: string, { Client }: typeof pg): void {
  let cause: unknown
  try {
    // The driver takes any other text for the name of a database on a default server.
    if (/^postgres(ql)?:\/\//.test(url)) return void new Client(url)
  } catch (error) {
    cause = error
  }
  throw new OperationError('usage', `The ${what} of the PostgreSQL database is not valid.`, {
    help: 'It has the form postgres://user:password@host:port/database.',
    cause,
  })
}

function requireUtf8(encoding: unknown): void {
  if (encoding === 'UTF8') return
  throw new OperationError('usage', `The PostgreSQL database has the encoding ${encoding} instead of UTF8.`, {
    help: "Create one with ENCODING 'UTF8' TEMPLATE template0; `service backup` and `service restore` move the data.",
  })
}

/**
 * Rejects with an OperationError `usage` if the statements of a connection run in a session that the pool uses too, or in
 * several sessions. Without a pooler, two connections never share a process of the server.
 */
async function requireNotPooled(pool: pg.Pool, readPid: () => Promise<number | undefined>): Promise<void> {
  const pid = await readPid()
  const { rows } = await pool.query('select pg_backend_pid() as pid')
  if (rows[0]?.pid !== pid && (await readPid()) === pid) return
  throw new OperationError(
    'usage',
    'A pooler shares the sessions of the database, such as PgBouncer in transaction mode.',
    {
      help: 'SCENEWRIGHT_DATABASE_DIRECT_URL must name the same database without the pooler, for the lock of the process.',
    },
  )
}

/** Rejects with an OperationError `usage` if a lock of the direct address does not exist in the database. */
async function requireVisible(pool: pg.Pool, lock: LockName): Promise<void> {
  const { rowCount } = await pool.query(`select 1 from pg_locks where ${isLock(lock)}`).catch(error => {
    throw databaseErrorOf(error)
  })
  if (rowCount !== 0) return
  throw new OperationError('usage', 'The direct address of the database leads to another database.', {
    help: 'SCENEWRIGHT_DATABASE_DIRECT_URL must name the database of SCENEWRIGHT_DATABASE_URL, without the pooler.',
  })
}

/** Creates the sockets of all connections; after `abort`, none is open, and none opens any more. */
function createSockets() {
  const open = new Set<Socket>()
  let isAborted = false
  return {
    create() {
      const socket = new Socket()
      open.add(socket)
      socket.once('close', () => open.delete(socket))
      // `connect` would open a destroyed socket again.
      if (isAborted) socket.connect = () => socket.destroy(new Error('The connections are closed.'))
      return socket
    },
    isAborted: () => isAborted,
    abort() {
      isAborted = true
      for (const socket of open) socket.destroy()
    },
  }
}
