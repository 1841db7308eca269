import { afterAll, beforeAll, describe } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { newOwnedPlace } from '../../service/test/support/databases.ts'
import { onPostgres, sharedCluster, withoutPostgres } from '../../service/test/support/postgres-cluster.ts'
import { conformanceContract } from './support/contract.ts'
import { startWorld, type World } from './support/world.ts'

// `npm test` runs every row on the embedded database, in embedded.test.ts.
const isLeftOut = byTier({ once: true, full: false })

describe.skipIf(isLeftOut || withoutPostgres)(isLeftOut ? 'on PostgreSQL (in npm run test:full)' : onPostgres, () => {
  let world: World

  beforeAll(async () => {
    world = await startWorld(await newOwnedPlace())
  })

  afterAll(() => world?.close())

  conformanceContract(
    () => world,
    async () => ({ location: await (await sharedCluster()).newDatabase() }),
  )
})
