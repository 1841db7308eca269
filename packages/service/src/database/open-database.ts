import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { OperationError } from '@scenewright/model'
import { fileFault, makeFolder } from '@scenewright/model/file-access'
import { takeLock } from '@scenewright/model/folder-lock'
import { type Dialect, Kysely, type LogEvent, sql } from 'kysely'
import { machineTimers, type Timers } from '../runtime/timers.ts'
import { DatabaseUnavailableError, operationErrorOf } from './database-error.ts'
import { type EmbeddedOptions, openEmbeddedDatabase } from './embedded-database.ts'
import { EmbeddedDialect } from './embedded-dialect.ts'
import {
  damaged,
  databaseLost,
  embeddedFailed,
  lockingFailed,
  openingFailed,
  requireOwner,
} from './embedded-failure.ts'
import type { HeldLock } from './lock-session.ts'
import { migrate, migrationsDone } from './migrate.ts'
import { migrations } from './migrations/all.ts'
import { type DatabaseLimits, openPostgres } from './postgres.ts'
import type { Tables } from './tables.ts'
import { shippedTemplate, unpackTemplate } from './template.ts'

/** Where the service stores its data: a folder (the embedded database) or a PostgreSQL server. */
export interface DatabaseLocation {
  readonly dataFolder?: string
  /** `postgres://user:password@host:port/database`. */
  readonly databaseUrl?: string
  /**
   * The address of the same database without a pooler that shares sessions, for migrations and the lock of this
   * process; default: `databaseUrl`.
   */
  readonly directUrl?: string
}

/** An open database with its tables. */
export interface Database {
  readonly kysely: Kysely<Tables>
  /** Whether other services may use it at the same time. */
  readonly isShared: boolean
  /** Acquires a lock that is released automatically when this process dies. At most once. */
  holdLock(group: number, key: number): Promise<HeldLock>
  /** Resolves if the embedded database cannot be used any more, with the reason: the error of `embeddedFailed`. */
  readonly failed: Promise<OperationError>
  /** Ends all statements in progress: they reject with a DatabaseUnavailableError, and so do later ones. */
  abort(): void
  /** Waits for statements in progress, but not for a database that does not answer. */
  close(): Promise<void>
}

/** The options for opening a database. */
interface OpenOptions {
  /** Does not migrate the tables, and accepts those of any version. */
  readonly asItIs?: boolean
  /** Refuses a place without a database, or with one of an earlier version, instead of creating or migrating one. */
  readonly mustExist?: boolean
  /** For a few statements of a process that ends soon. */
  readonly isBrief?: boolean
  /** Creates a database also in a data folder whose database is lost. */
  readonly replacesLost?: boolean
  /** Called for each statement, with its duration. */
  readonly onStatement?: (event: LogEvent) => void
  /** Called when the lock of `holdLock` is lost. */
  readonly onLockLost?: () => void
  /** Migrations of PostgreSQL have no limits. */
  readonly limits?: DatabaseLimits
  readonly timers?: Timers
}

/**
 * Opens the database, and migrates its tables unless the options say otherwise. Rejects with an OperationError: `usage`
 * for a wrong configuration, `state` if the folder is in use, `damaged` if its database is damaged or lost, `service` if
 * the database is not available.
 */
export async function openDatabase(location: DatabaseLocation, options: OpenOptions = {}): Promise<Database> {
  const { dataFolder, databaseUrl, directUrl = databaseUrl } = location
  const { timers = machineTimers, limits = {}, isBrief = false, mustExist = false } = options
  const { watchdogMs: ms } = limits
  if ((dataFolder === undefined) === (databaseUrl === undefined)) {
    throw new OperationError('usage', 'Specify either a data folder or the address of a PostgreSQL database.')
  }
  if (mustExist && dataFolder !== undefined) requireFolder(dataFolder)
  const hasPooler = directUrl !== databaseUrl
  if (databaseUrl !== undefined && (limits.statementMs !== undefined || hasPooler) && options.asItIs !== true) {
    if (hasPooler) await requireSameDatabase(location, timers)
    // The lock of migrations belongs to a session: a pooler would lock in one session, and unlock in another.
    const { close } = await openDatabase({ databaseUrl: directUrl ?? databaseUrl }, { timers, mustExist })
    await close()
    return openDatabase(location, { ...options, asItIs: true })
  }
  const opened =
    databaseUrl === undefined
      ? await openFolder(dataFolder ?? '', {
          isBrief,
          replacesLost: options.replacesLost ?? false,
          watchdog: ms === undefined ? undefined : { ms, timers },
        })
      : await openPostgres(databaseUrl, {
          directUrl: directUrl ?? databaseUrl,
          timers,
          limits,
          onLockLost: options.onLockLost ?? (() => {}),
          // The data of an existing one can still be moved.
          needsUtf8: !mustExist,
        })
  const database = createDatabase(opened, options)
  try {
    if (mustExist) await requireTables(database.kysely)
    if (options.asItIs !== true) await prepare(database.kysely, location, mustExist)
    return database
  } catch (error) {
    const failure = await closeAfter(database, error)
    if (failure instanceof OperationError) throw failure
    const reason = failure instanceof Error ? failure.message : String(failure)
    throw new OperationError('service', `The database could not be prepared: ${reason}`, { cause: failure })
  }
}

/**
 * Closes a database after an error. Returns the error to report: an OperationError for an expected failure of the
 * database, such as a lost connection.
 */
export async function closeAfter(database: Database, error: unknown): Promise<unknown> {
  await database.close().catch(() => {})
  if (database.isShared) return operationErrorOf(error)
  const failure = error instanceof DatabaseUnavailableError && (await Promise.race([database.failed, undefined]))
  return failure || error
}

/** Rejects with an OperationError `usage` if the direct address leads to another database, which is not changed. */
function requireSameDatabase(location: DatabaseLocation, timers: Timers): Promise<unknown> {
  const lock = ({ holdLock }: Database) => holdLock(sameDatabaseGroup, process.pid)
  return useDatabase(location, { timers, asItIs: true }, lock)
}

/** The group of the locks that show that two addresses lead to the same database. */
const sameDatabaseGroup = 1_396_920_153

interface Opened {
  readonly dialect: Dialect
  readonly isShared: boolean
  holdLock(group: number, key: number): Promise<HeldLock>
  readonly failed: Promise<OperationError>
  abort(): void
  /** `end` closes the connections of the dialect. */
  close(end: () => Promise<void>): Promise<void>
}

function createDatabase({ dialect, close, ...opened }: Opened, { onStatement }: OpenOptions): Database {
  const kysely = new Kysely<Tables>({ dialect, ...(onStatement !== undefined && { log: onStatement }) })
  return { ...opened, kysely, close: () => close(() => kysely.destroy()) }
}

async function openFolder(
  dataFolder: string,
  { replacesLost, ...options }: EmbeddedOptions & { readonly replacesLost: boolean },
): Promise<Opened> {
  makeDataFolder(dataFolder)
  requireOwner(dataFolder)
  const unlock = await lock(dataFolder).catch(error => {
    throw lockingFailed(dataFolder, error)
  })
  try {
    if (!replacesLost) requireNotLost(dataFolder)
    const embedded = await openEmbedded(dataFolder, options)
    return {
      dialect: new EmbeddedDialect(embedded),
      isShared: false,
      async holdLock(group, key) {
        await embedded.query('select pg_advisory_lock($1, $2)', [group, key])
        return { isHeld: () => true }
      },
      failed: embedded.failed.then(failure => embeddedFailed(dataFolder, failure)),
      abort: embedded.abort,
      close: end => end().finally(unlock),
    }
  } catch (error) {
    await unlock()
    throw openingFailed(dataFolder, error)
  }
}

/** Two processes on one folder would both acknowledge writes, and lose data without an error. */
function lock(dataFolder: string): Promise<() => Promise<void>> {
  return takeLock(dataFolder, {
    waits: false,
    heldBy({ pid, host }, file) {
      const help = `Stop that process, or use another folder. If it is certainly not running, empty the file "${file}".`
      return new OperationError('state', `The data folder "${dataFolder}" is in use by process ${pid} on ${host}.`, {
        help,
      })
    },
  })
}

function makeDataFolder(path: string): void {
  try {
    makeFolder(path, 0o700)
  } catch (error) {
    const fault = existsSync(path) ? 'is not a folder' : `could not be created: ${fileFault(error)}`
    throw new OperationError('usage', `The data folder "${path}" ${fault}.`, { cause: error })
  }
}

/** The folder of the database in a data folder. */
const databaseFolder = 'pgdata'
/** The file in it that names the version of PostgreSQL. */
const versionFile = 'PG_VERSION'
/** A file that exists while a database is created. */
const unfinishedMark = 'pgdata.unfinished'
/** A file that exists from when the database was opened for the first time. */
const createdMark = 'pgdata.created'
/** The default key file; the first start creates it. */
const keyFile = 'header.key'

/** An interrupted creation leaves no acknowledged data, so the database is created again. */
async function openEmbedded(dataFolder: string, embeddedOptions: EmbeddedOptions) {
  const folder = join(dataFolder, databaseFolder)
  const unfinished = join(dataFolder, unfinishedMark)
  const options = { ...embeddedOptions, folder }
  if (existsSync(unfinished)) rmSync(folder, { recursive: true, force: true })
  const isNew = !hasFiles(folder)
  if (isNew) {
    writeFileSync(unfinished, '')
    const template = shippedTemplate()
    if (template !== undefined) unpackTemplate(template, folder)
  }
  // Otherwise PGlite would replace its files with those of a new one.
  else if (!existsSync(join(folder, versionFile)))
    throw damaged(dataFolder, `"${databaseFolder}/${versionFile}" is missing`)
  const database = await openEmbeddedDatabase(options)
  try {
    writeFileSync(join(dataFolder, createdMark), '')
    if (isNew) rmSync(unfinished)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Whether a path from a data folder belongs to the service: replacing that file would destroy data. */
export function isOwnPath(path: string): boolean {
  const [name = ''] = path.split(sep)
  return [databaseFolder, unfinishedMark, createdMark, keyFile].includes(name) || /^lock(-\d+)?$/.test(name)
}

function hasFiles(folder: string): boolean {
  return existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0)
}

/** Whether a data folder had a database that is missing now, so that opening it would create an empty one. */
function isLost(dataFolder: string): boolean {
  const has = (name: string) => existsSync(join(dataFolder, name))
  if (has(unfinishedMark) || hasFiles(join(dataFolder, databaseFolder))) return false
  return has(createdMark) || has(keyFile)
}

function requireNotLost(dataFolder: string): void {
  if (isLost(dataFolder)) throw databaseLost(dataFolder)
}

/** Runs a few statements on an existing database, and closes it: `useDatabase` for a process that ends soon. */
export async function withDatabase<Result>(
  location: DatabaseLocation,
  work: (kysely: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  return useDatabase(location, { isBrief: true, mustExist: true }, ({ kysely }) => work(kysely))
}

/**
 * Opens a database, and closes it after the work. Rejects like `openDatabase`, also if the database fails during the
 * work.
 */
export async function useDatabase<Result>(
  location: DatabaseLocation,
  options: OpenOptions,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase(location, options)
  let result: Result
  try {
    result = await work(database)
  } catch (error) {
    throw await closeAfter(database, error)
  }
  await database.close()
  return result
}

/**
 * Throws an OperationError if a data folder has no database, because opening it would create one: `damaged` if it had
 * one, else `usage`.
 */
function requireFolder(dataFolder: string): void {
  requireNotLost(dataFolder)
  if (!existsSync(join(dataFolder, databaseFolder))) throw noDatabase(`"${dataFolder}"`)
}

/** Rejects with an OperationError `usage` if the database has no tables, as after a typing error in its address. */
async function requireTables(kysely: Kysely<Tables>): Promise<void> {
  if ((await migrationsDone(kysely)).length > 0) return
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely)
  throw noDatabase(`"${rows[0]?.name}": it has no tables of the service`)
}

/** Migrates the tables, or refuses to. Rejects with an OperationError `usage` for those of another version. */
async function prepare(kysely: Kysely<Tables>, { dataFolder }: DatabaseLocation, mustExist: boolean): Promise<void> {
  const done = await migrationsDone(kysely)
  const name = dataFolder === undefined ? 'The PostgreSQL database' : `The database in "${dataFolder}"`
  if (!done.every(each => Object.hasOwn(migrations, each))) {
    throw new OperationError('usage', `${name} was migrated by a later version of the service.`, {
      help: 'Use that version or a later one, or restore a backup from before the upgrade.',
    })
  }
  if (!mustExist) return migrate(kysely)
  if (Object.keys(migrations).every(each => done.includes(each))) return
  throw new OperationError('usage', `${name} is of an earlier version of the service.`, {
    help: 'Start the service of this version, which migrates it, or use the command line of the earlier version.',
  })
}

function noDatabase(place: string): OperationError {
  return new OperationError('usage', `There is no database in ${place}.`, {
    help: 'Create one with `scenewright service init`.',
  })
}
