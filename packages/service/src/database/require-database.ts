import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperationError } from '@scenewright/model'
import type { DatabaseLocation } from './open-database.ts'

/**
 * Throws an OperationError `usage` where a data folder has no database, which opening it would make. What a PostgreSQL
 * holds is seen once it is open.
 */
export function requireDatabase({ dataFolder }: DatabaseLocation): void {
  if (dataFolder === undefined || existsSync(join(dataFolder, 'pgdata'))) return
  throw new OperationError('usage', `There is no database in "${dataFolder}".`, {
    help: '`scenewright service init` makes one.',
  })
}
