import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { type DataFolder, newFolder } from '../../service/test/support/data-folder.ts'
import { type Cluster, postgresPrograms, startCluster } from '../../service/test/support/postgres-cluster.ts'
import { conformanceContract } from './support/contract.ts'
import { startWorld, type World } from './support/world.ts'

const programs = postgresPrograms()
// Where the tests are the last word, as in .ci/run, a PostgreSQL has to be there.
const isNeeded = process.env.SCENEWRIGHT_TEST_POSTGRES === 'required'

describe.skipIf(programs === undefined && !isNeeded)(
  'on PostgreSQL (skipped where /usr/lib/postgresql has none)',
  () => {
    let cluster: Cluster
    let world: World
    let keys: DataFolder

    beforeAll(async () => {
      cluster = await startCluster(programs ?? 'no PostgreSQL in /usr/lib/postgresql')
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
      () => cluster.newDatabase(),
    )
  },
)
