import type { DatabaseLocation } from '../../src/database/open-database.ts'

/** A data folder, or the address of a PostgreSQL, as one text. */
export function placeOf(location: string): DatabaseLocation {
  return location.startsWith('postgres') ? { databaseUrl: location } : { dataFolder: location }
}
