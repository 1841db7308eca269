import { setTimeout as wait } from 'node:timers/promises'
import { InternalError, OperationError } from '@scenewright/model'
import {
  type Dialect,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely'
import type pg from 'pg'
import { databaseErrorOf, isConnectionError } from './database-error.ts'

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
  return {
    dialect: new PostgresDialect({ pool: guardedPool(pool) }),
    isShared: true,
    inSession: session.run,
    close: session.end,
  }
}

/** The pool for the dialect. Its temporary errors are DatabaseUnavailableErrors. */
function guardedPool(pool: pg.Pool): PostgresPool {
  return {
    async connect() {
      try {
        return new GuardedClient(await pool.connect())
      } catch (error) {
        throw databaseErrorOf(error)
      }
    },
    end: () => pool.end(),
  }
}

/** A connection from when it is taken from the pool until it is released. */
class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  #lost: Error | undefined

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query<Row>(
    statement: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof statement !== 'string') throw new InternalError('The service does not stream.')
    return this.#query(statement, parameters)
  }

  /** A lost connection is not used again, neither for the rollback nor by the pool. */
  release(): void {
    this.#client.release(this.#lost)
  }

  async #query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (this.#lost !== undefined) throw databaseErrorOf(this.#lost)
    try {
      // Kysely's own types describe the result of the compiled statement.
      return (await this.#client.query(sql, [...parameters])) as unknown as PostgresQueryResult<Row>
    } catch (error) {
      if (error instanceof Error && isConnectionError(error)) this.#lost = error
      throw databaseErrorOf(error)
    }
  }
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
