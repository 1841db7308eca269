import { afterAll, beforeAll } from 'vitest'
import { serviceContract } from './contract/all.ts'
import { describeOnDatabases } from './support/describe-on-databases.ts'
import { startWorld, type World } from './support/world.ts'

describeOnDatabases('on %s', ({ newOwnedPlace }) => {
  let world: World

  beforeAll(async () => {
    world = await startWorld(await newOwnedPlace())
  })

  afterAll(() => world.close())

  serviceContract(() => world)
})
