import { resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import type { Command } from 'commander'
import type { Invocation } from '../../shell/command.ts'
import { shellQuoted } from '../ci/quoting.ts'
import { loadService } from './load-service.ts'

/** The options for the location of a service's data. */
export interface LocationOptions {
  readonly data?: string
  readonly databaseUrl?: string
}

/** Adds the two options for the location. */
export function locationOptions(command: Command): Command {
  return command
    .option('--data <folder>', 'the folder of the embedded database')
    .option(
      '--database-url <url>',
      'the PostgreSQL database: postgres://user@host/database; default: SCENEWRIGHT_DATABASE_URL',
    )
}

/**
 * The options as a person would type them again. Because the address of a PostgreSQL server may contain a password,
 * only its variable is named.
 */
export function locationWords({ data, databaseUrl }: LocationOptions): string {
  if (data !== undefined) return ` --data ${/^[\w./-]+$/.test(data) ? data : shellQuoted(data)}`
  return databaseUrl === undefined ? '' : ' --database-url "$SCENEWRIGHT_DATABASE_URL"'
}

/**
 * The location of the data; exactly one of the two options must be given. Without either, the environment may contain
 * the address of a PostgreSQL server: command-line arguments are visible to everybody on the machine, and the address
 * contains a password.
 */
export function readLocation(
  { data, databaseUrl }: LocationOptions,
  { cwd, env }: Pick<Invocation, 'cwd' | 'env'>,
): { dataFolder: string } | { databaseUrl: string; directUrl?: string } {
  if (data !== undefined && databaseUrl === undefined) return { dataFolder: resolve(cwd, data) }
  // An empty variable counts as unset, as in a compose file with a default of nothing.
  const url = databaseUrl ?? (env.SCENEWRIGHT_DATABASE_URL || undefined)
  const directUrl = env.SCENEWRIGHT_DATABASE_DIRECT_URL
  if (url !== undefined && data === undefined) return { databaseUrl: url, ...(directUrl && { directUrl }) }
  // Whoever has not installed the service yet needs to know that first.
  loadService({ cwd })
  throw new OperationError('usage', 'the service needs exactly one of --data and --database-url', {
    help: 'add for example --data ./service-data, the folder with the data of the service',
  })
}

/** The default port of the local service: easy to remember, and free on most machines. */
export const defaultPort = 4600

/** The default address of the local service. */
export const defaultUrl = `http://127.0.0.1:${defaultPort}`
