import { setTimeout as wait } from 'node:timers/promises'
import { OperationError } from '@scenewright/model'
import { type Dialect, PostgresDialect } from 'kysely'
import type pg from 'pg'

/** PostgreSQL's number for its type bigint, which the driver would return as text. */
const bigintType = 20

/** A connection pool of a PostgreSQL server, and a separate session that holds locks. */
export interface Postgres {
  readonly dialect: Dialect
  readonly isShared: true
  inSession(statement: string): Promise<void>
  close(): Promise<void>
}

/**
 * Connects to the server. Rejects with an OperationError with the code `service` that does not contain the password.
 */
export async function openPostgres(databaseUrl: string): Promise<Postgres> {
  const { default: driver } = await import('pg')
  const settings: pg.PoolConfig = {
    connectionString: databaseUrl,
    types: {
      getTypeParser: (type: number, format?: 'text' | 'binary') =>
        type === bigintType ? Number : driver.types.getTypeParser(type, format),
    },
  }
  const pool = new driver.Pool({ ...settings, max: 10, connectionTimeoutMillis: 10_000 })
  // Ignored: the running query fails, and the next one reconnects or reports the reason.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', () => {}))
  const session = createSession(() => new driver.Client(settings))
  try {
    await session.run('select 1')
  } catch (error) {
    await pool.end()
    throw new OperationError('service', 'The PostgreSQL database cannot be reached.', { cause: error })
  }
  return { dialect: new PostgresDialect({ pool }), isShared: true, inSession: session.run, close: session.end }
}

/** A separate connection that repeats its statements after a reconnect, because a lost connection loses its locks. */
function createSession(createClient: () => pg.Client) {
  const said: string[] = []
  let client: pg.Client | undefined
  let isEnded = false

  const connect = async () => {
    const fresh = createClient()
    fresh.on('error', () => {})
    await fresh.connect()
    for (const statement of said) await fresh.query(statement)
    fresh.once('end', () => {
      if (!isEnded) void reconnect()
    })
    client = fresh
  }
  const reconnect = async () => {
    while (!isEnded) {
      await wait(1000, undefined, { ref: false })
      if (
        await connect().then(
          () => true,
          () => false,
        )
      )
        return
    }
  }
  return {
    async run(statement: string) {
      if (client === undefined) await connect()
      await client?.query(statement)
      said.push(statement)
    },
    async end() {
      isEnded = true
      await client?.end()
    },
  }
}
