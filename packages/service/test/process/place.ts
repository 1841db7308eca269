import type { DatabaseLocation } from '../../src/database/open-database.ts'

/**
 * Where data is, as one text, and the key of its owner; absent: the account is still to be made, which takes a start.
 */
export interface OwnedLocation {
  readonly location: string
  readonly key?: string
}

/** A data folder, or the address of a PostgreSQL, as one text. */
export function placeOf(location: string): DatabaseLocation {
  return location.startsWith('postgres') ? { databaseUrl: location } : { dataFolder: location }
}
