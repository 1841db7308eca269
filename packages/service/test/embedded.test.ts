import { afterAll, beforeAll } from 'vitest'
import { serviceContract } from './contract/all.ts'
import { newDataFolder } from './support/data-folder.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let removeFolder: () => void

beforeAll(async () => {
  const { dataFolder, remove } = await newDataFolder()
  removeFolder = remove
  world = await startWorld({ dataFolder })
})

afterAll(async () => {
  await world.close()
  removeFolder()
})

serviceContract(() => world)
