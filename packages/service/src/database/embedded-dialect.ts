import { InternalError } from '@scenewright/model'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type QueryResult,
} from 'kysely'
import type { EmbeddedDatabase } from './embedded-database.ts'

/** A Kysely dialect for the embedded database, which has one connection: transactions wait for each other. */
export class EmbeddedDialect implements Dialect {
  readonly #database: EmbeddedDatabase

  constructor(database: EmbeddedDatabase) {
    this.#database = database
  }

  createDriver(): Driver {
    return new EmbeddedDriver(this.#database)
  }

  createQueryCompiler(): QueryCompiler {
    return new PostgresQueryCompiler()
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter()
  }

  createIntrospector(kysely: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(kysely)
  }
}

class EmbeddedDriver implements Driver {
  readonly #database: EmbeddedDatabase
  readonly #connection: EmbeddedConnection
  /** Settles when the connection is free for the next caller. */
  #free: Promise<void> = Promise.resolve()
  #release = (): void => {}

  constructor(database: EmbeddedDatabase) {
    this.#database = database
    this.#connection = new EmbeddedConnection(database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#free
    let release = (): void => {}
    this.#free = new Promise(resolve => {
      release = resolve
    })
    await before
    this.#release = release
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#release()
  }

  async beginTransaction(): Promise<void> {
    this.#connection.begin()
  }

  async commitTransaction(): Promise<void> {
    await this.#connection.end('commit')
  }

  async rollbackTransaction(): Promise<void> {
    await this.#connection.end('rollback')
  }

  async destroy(): Promise<void> {
    await this.#database.close()
  }
}

class EmbeddedConnection implements DatabaseConnection {
  readonly #database: EmbeddedDatabase
  /** A transaction begins with its first statement: a message to the thread of the database costs more than `begin`. */
  #begins = false

  constructor(database: EmbeddedDatabase) {
    this.#database = database
  }

  begin(): void {
    this.#begins = true
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (!this.#begins) await this.#database.end(how)
    this.#begins = false
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const begins = this.#begins
    this.#begins = false
    const { rows, affectedRows } = await this.#database.query(sql, parameters, begins)
    // Kysely's own types describe the result of the compiled statement.
    return { rows: rows as Row[], numAffectedRows: BigInt(affectedRows) }
  }

  // biome-ignore lint/correctness/useYield: refusing is all it does
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new InternalError('The embedded database does not stream.')
  }
}
