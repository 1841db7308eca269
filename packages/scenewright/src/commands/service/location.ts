import { resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import type { Command } from 'commander'
import type { Invocation } from '../../shell/command.ts'
import { shellQuoted } from '../ci/quoting.ts'

/** Where a service keeps its data, as the command line says it. */
export interface LocationOptions {
  readonly data?: string
  readonly databaseUrl?: string
}

/** Adds the two options that say where. */
export function locationOptions(command: Command): Command {
  return command
    .option('--data <folder>', 'the folder of the embedded database')
    .option(
      '--database-url <url>',
      'the PostgreSQL database: postgres://user@host/database; default: SCENEWRIGHT_DATABASE_URL',
    )
}

/**
 * The options as a person would type them again. Where the address of a PostgreSQL may hold a password, only its
 * variable is named.
 */
export function locationWords({ data, databaseUrl }: LocationOptions): string {
  if (data !== undefined) return ` --data ${/^[\w./-]+$/.test(data) ? data : shellQuoted(data)}`
  return databaseUrl === undefined ? '' : ' --database-url "$SCENEWRIGHT_DATABASE_URL"'
}

/**
 * Where the data lies; exactly one of the two must be said. Where neither is, the environment may name a PostgreSQL: an
 * argument can be read by everybody on the machine, and the address holds a password.
 */
export function locationOf(
  { data, databaseUrl }: LocationOptions,
  { cwd, env }: Pick<Invocation, 'cwd' | 'env'>,
): { dataFolder: string } | { databaseUrl: string } {
  if (data !== undefined && databaseUrl === undefined) return { dataFolder: resolve(cwd, data) }
  const url = databaseUrl ?? env.SCENEWRIGHT_DATABASE_URL
  if (url !== undefined && data === undefined) return { databaseUrl: url }
  throw new OperationError('usage', 'the service keeps its data in one place: --data or --database-url', {
    help: 'as in: scenewright service start --data ./service-data --port 4600',
  })
}

/** Where the local service listens by default: easy to remember, and free on most machines. */
export const defaultPort = 4600

/** Its address then. */
export const defaultUrl = `http://127.0.0.1:${defaultPort}`
