import { join } from 'node:path'
import { test } from 'vitest'
import type { DatabaseLocation } from '../../src/database/open-database.ts'
import { type Accounts, addAccounts } from './accounts.ts'
import { newDataFolder, newFolder, newWorldFolder } from './data-folder.ts'
import { onPostgres, startCluster, withoutPostgres } from './postgres-cluster.ts'

/** A place for data, and the key file that goes with it. */
export type Place = DatabaseLocation & { readonly keyFile: string }

/** A place that holds the accounts of a world. */
export type OwnedPlace = Place & { readonly accounts: Accounts }

/** Makes new places on one kind of database. */
export interface Databases {
  /** Without rows. */
  newPlace(): Promise<Place>
  newOwnedPlace(): Promise<OwnedPlace>
  stop(): void
}

/** The kinds of database that there are on this machine, by name. */
export const kindsOfDatabase: readonly (readonly [name: string, start: () => Promise<Databases>])[] = [
  ['the embedded database', startEmbedded],
  ...(withoutPostgres ? [] : [['PostgreSQL', startPostgres] as const]),
]

/** Says in the report of a file that tests each kind what it leaves out. */
export function tellLeftOut(): void {
  if (withoutPostgres) test.skip(`the same ${onPostgres}`, () => {})
}

async function startEmbedded(): Promise<Databases> {
  const removals: (() => void)[] = []
  return {
    async newPlace() {
      const { dataFolder, remove } = await newDataFolder()
      removals.push(remove)
      return { dataFolder, keyFile: join(dataFolder, 'header.key') }
    },
    async newOwnedPlace() {
      const { dataFolder, accounts, remove } = await newWorldFolder()
      removals.push(remove)
      return { dataFolder, keyFile: join(dataFolder, 'header.key'), accounts }
    },
    stop() {
      for (const remove of removals) remove()
    },
  }
}

async function startPostgres(): Promise<Databases> {
  const cluster = await startCluster()
  const { dataFolder, remove } = newFolder()
  let count = 0
  const newPlace = async () => {
    count += 1
    return { databaseUrl: cluster.newDatabase(), keyFile: join(dataFolder, `header-${count}.key`) }
  }
  return {
    newPlace,
    async newOwnedPlace() {
      const place = await newPlace()
      return { ...place, accounts: await addAccounts(place) }
    },
    stop() {
      cluster.stop()
      remove()
    },
  }
}
