import { join } from 'node:path'
import type { DatabaseLocation } from '../../src/database/open-database.ts'
import { newDataFolder, newFolder } from './data-folder.ts'
import { type Cluster, postgresPrograms, startCluster } from './postgres-cluster.ts'

/** A place for data, and the key file that goes with it. */
export type Place = DatabaseLocation & { readonly keyFile: string }

/** Makes new, empty places on one kind of database. */
export interface Databases {
  newPlace(): Promise<Place>
  stop(): void
}

// Where the tests are the last word, as in .ci/run, a PostgreSQL has to be there.
const hasPostgres = postgresPrograms() !== undefined || process.env.SCENEWRIGHT_TEST_POSTGRES === 'required'

/** The kinds of database that there are on this machine, by name. */
export const kindsOfDatabase: readonly (readonly [name: string, start: () => Promise<Databases>])[] = [
  ['the embedded database', startEmbedded],
  ...(hasPostgres ? [['PostgreSQL', startPostgres] as const] : []),
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
  const cluster: Cluster = await startCluster(postgresPrograms() ?? 'no PostgreSQL in /usr/lib/postgresql')
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
