import type { DatabaseLocation } from '../../src/database/open-database.ts'
import type { OwnedPlace } from '../support/databases.ts'

/**
 * Where data is, as one text, and the key of its owner; absent: the account is still to be made, which takes a start.
 */
export interface OwnedLocation {
  readonly location: string
  readonly key?: string
}

/** Where the data of a place is, as one text, and the key of its owner. */
export function ownedLocationOf({ databaseUrl, dataFolder, accounts }: OwnedPlace): Required<OwnedLocation> {
  return { location: databaseUrl ?? dataFolder ?? '', key: accounts.owner.api_key }
}

/** A data folder, or the address of a PostgreSQL, as one text. */
export function placeOf(location: string): DatabaseLocation {
  return location.startsWith('postgres') ? { databaseUrl: location } : { dataFolder: location }
}
