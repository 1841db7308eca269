import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { type DataFolder, newFolder } from '../../service/test/support/data-folder.ts'
import { type Cluster, onPostgres, startCluster, withoutPostgres } from '../../service/test/support/postgres-cluster.ts'
import { conformanceContract } from './support/contract.ts'
import { startWorld, type World } from './support/world.ts'

// `npm test` runs every row on the embedded database, in embedded.test.ts.
const isLeftOut = byTier({ once: true, full: false })

describe.skipIf(isLeftOut || withoutPostgres)(isLeftOut ? 'on PostgreSQL (in npm run test:full)' : onPostgres, () => {
  let cluster: Cluster
  let world: World
  let keys: DataFolder

  beforeAll(async () => {
    cluster = await startCluster()
    keys = newFolder()
    world = await startWorld({ databaseUrl: cluster.newDatabase() }, { keyFile: join(keys.dataFolder, 'header.key') })
  })

  afterAll(async () => {
    await world?.close()
    cluster?.stop()
    keys?.remove()
  })

  conformanceContract(
    () => world,
    async () => ({ location: cluster.newDatabase() }),
  )
})
