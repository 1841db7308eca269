import { InternalError } from '@scenewright/model'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import { resultWithin, type Timers } from '../runtime/timers.ts'
import { databaseErrorOf, isConnectionError } from './database-error.ts'

/** The options of a guarded pool. */
interface GuardOptions {
  readonly timers: Timers
  /** How long to wait for the result of a statement, in milliseconds; undefined: without a limit. */
  readonly resultMs: number | undefined
  /** Whether new connections are rejected. */
  readonly isAborted: () => boolean
}

/**
 * What the service needs of a session, whatever the server, the database and the role have set: the driver reads only
 * dates of this style, no statement expects a serialization failure, and numbers are not rounded. Not parameters of the
 * connection, because PgBouncer rejects those.
 */
const sessionSettings = `select set_config('datestyle', 'ISO', false),
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('extra_float_digits', '1', false)`

/**
 * The pool as the dialect uses it. A temporary error is a DatabaseUnavailableError, also if there is no result in time;
 * the connection is then closed.
 */
export function guardPool(pool: pg.Pool, options: GuardOptions): PostgresPool {
  const prepared = new WeakSet<pg.PoolClient>()
  const connect = async () => {
    try {
      if (options.isAborted()) throw new Error('The connections to the database were closed.')
      return await pool.connect()
    } catch (error) {
      throw databaseErrorOf(error)
    }
  }
  return {
    async connect() {
      const client = await connect()
      const guarded = new GuardedClient(client, options)
      if (prepared.has(client)) return guarded
      try {
        await guarded.query(sessionSettings, [])
      } catch (error) {
        guarded.release()
        throw error
      }
      prepared.add(client)
      return guarded
    },
    end: () => pool.end(),
  }
}

/** A connection from when it is taken from the pool until it is released. */
class GuardedClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient
  readonly #options: GuardOptions
  #lost: Error | undefined

  constructor(client: pg.PoolClient, options: GuardOptions) {
    this.#client = client
    this.#options = options
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
    const { timers, resultMs } = this.#options
    try {
      const result = this.#client.query(sql, [...parameters])
      // Kysely's own types describe the result of the compiled statement.
      return (await (resultMs === undefined
        ? result
        : resultWithin(timers, resultMs, result))) as unknown as PostgresQueryResult<Row>
    } catch (error) {
      if (error instanceof Error && isConnectionError(error)) this.#lost = error
      throw databaseErrorOf(error)
    }
  }
}
