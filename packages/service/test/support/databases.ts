import { join } from 'node:path'
import { test } from 'vitest'
import { afterFile } from '../../../scenewright/test/clean-up.ts'
import type { DatabaseLocation } from '../../src/database/open-database.ts'
import { type Accounts, addAccounts } from './accounts.ts'
import { type DataFolder, newDataFolder, newFolder, newWorldFolder } from './data-folder.ts'
import { onPostgres, sharedCluster, withoutPostgres } from './postgres-cluster.ts'

/** A place for data, and the key file that goes with it. It is removed after the test file. */
export type Place = DatabaseLocation & { readonly keyFile: string }

/** A place that holds the accounts of a world. */
export type OwnedPlace = Place & { readonly accounts: Accounts }

/** Makes new places on one kind of database. */
export interface Databases {
  /** Without rows. */
  newPlace(): Promise<Place>
  newOwnedPlace(): Promise<OwnedPlace>
}

const embedded: Databases = {
  newPlace: async () => embeddedPlace(await newDataFolder()),
  async newOwnedPlace() {
    const folder = await newWorldFolder()
    return { ...embeddedPlace(folder), accounts: folder.accounts }
  },
}

const postgres: Databases = {
  newPlace: async () => postgresPlace(await (await sharedCluster()).newDatabase()),
  async newOwnedPlace() {
    original ??= createOriginal()
    const { databaseUrl, accounts } = await original
    return { ...postgresPlace(await (await sharedCluster()).newDatabase(databaseUrl)), accounts }
  },
}

/** The kinds of database that there are on this machine, by name. */
export const kindsOfDatabase: readonly (readonly [name: string, databases: Databases])[] = [
  ['the embedded database', embedded],
  ...(withoutPostgres ? [] : [['PostgreSQL', postgres] as const]),
]

/**
 * The kind for tests whose statements are the same on each: PostgreSQL where there is one, since a service starts on it
 * with a fifth of the processor time.
 */
export const { newPlace, newOwnedPlace } = withoutPostgres ? embedded : postgres

/** Says in the report of a file that tests each kind what it leaves out. */
export function tellLeftOut(): void {
  if (withoutPostgres) test.skip(`the same ${onPostgres}`, () => {})
}

function embeddedPlace({ dataFolder, remove }: DataFolder): Place {
  afterFile(remove)
  return { dataFolder, keyFile: join(dataFolder, 'header.key') }
}

function postgresPlace(databaseUrl: string): Place {
  const { dataFolder, remove } = newFolder()
  afterFile(remove)
  return { databaseUrl, keyFile: join(dataFolder, 'header.key') }
}

/** The database on PostgreSQL that all places with accounts are copies of. */
let original: Promise<{ readonly databaseUrl: string; readonly accounts: Accounts }> | undefined

async function createOriginal() {
  const databaseUrl = await (await sharedCluster()).newDatabase()
  return { databaseUrl, accounts: await addAccounts({ databaseUrl }) }
}
