import { join } from 'node:path'
import type { DatabaseLocation } from '../../src/database/open-database.ts'
import { newDataFolder, newFolder } from './data-folder.ts'
import { startCluster, withoutPostgres } from './postgres-cluster.ts'

/** A place for data, and the key file that goes with it. */
export type Place = DatabaseLocation & { readonly keyFile: string }

/** Makes new, empty places on one kind of database. */
export interface Databases {
  newPlace(): Promise<Place>
  stop(): void
}

/** The kinds of database that there are on this machine, by name. */
export const kindsOfDatabase: readonly (readonly [name: string, start: () => Promise<Databases>])[] = [
  ['the embedded database', startEmbedded],
  ...(withoutPostgres ? [] : [['PostgreSQL', startPostgres] as const]),
]

async function startEmbedded(): Promise<Databases> {
  const removals: (() => void)[] = []
  return {
    async newPlace() {
      const { dataFolder, remove } = await newDataFolder()
      removals.push(remove)
      return { dataFolder, keyFile: join(dataFolder, 'header.key') }
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
  return {
    async newPlace() {
      count += 1
      return { databaseUrl: cluster.newDatabase(), keyFile: join(dataFolder, `header-${count}.key`) }
    },
    stop() {
      cluster.stop()
      remove()
    },
  }
}
