import { resolve } from 'node:path'
import { OperationError } from '@scenewright/model'
import type { Command } from 'commander'

/** Where a service keeps its data, as the command line says it. */
export interface LocationOptions {
  readonly data?: string
  readonly databaseUrl?: string
}

/** Adds the two options that say where. */
export function locationOptions(command: Command): Command {
  return command
    .option('--data <folder>', 'the folder of the embedded database')
    .option('--database-url <url>', 'a PostgreSQL instead: postgres://user@host/database')
}

/** Where the data lies; exactly one of the two must be said. */
export function locationOf(
  { data, databaseUrl }: LocationOptions,
  cwd: string,
): { dataFolder: string } | { databaseUrl: string } {
  if (data !== undefined && databaseUrl === undefined) return { dataFolder: resolve(cwd, data) }
  if (databaseUrl !== undefined && data === undefined) return { databaseUrl }
  throw new OperationError('usage', 'the service keeps its data in one place: --data or --database-url', {
    help: 'as in: scenewright service start --data ./service-data --port 4600',
  })
}
