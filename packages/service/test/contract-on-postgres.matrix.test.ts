import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { serviceContract } from './contract/all.ts'
import { type DataFolder, newFolder } from './support/data-folder.ts'
import { type Cluster, onPostgres, startCluster, withoutPostgres } from './support/postgres-cluster.ts'
import { startWorld, type World } from './support/world.ts'

// `npm test` holds the service to the same contract on the embedded database, in embedded.test.ts.
const isLeftOut = byTier({ once: true, full: false })

describe.skipIf(isLeftOut || withoutPostgres)(isLeftOut ? 'on PostgreSQL (in npm run test:full)' : onPostgres, () => {
  let cluster: Cluster
  let world: World
  let keys: DataFolder

  beforeAll(async () => {
    cluster = await startCluster()
    keys = newFolder()
    const keyFile = join(keys.dataFolder, 'header.key')
    world = await startWorld({ databaseUrl: cluster.newDatabase() }, { keyFile })
  })

  afterAll(async () => {
    await world?.close()
    cluster?.stop()
    keys?.remove()
  })

  serviceContract(() => world)
})
