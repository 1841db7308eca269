import { afterAll, beforeAll } from 'vitest'
import { serviceContract } from './contract/all.ts'
import { newWorldFolder } from './support/data-folder.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
let removeFolder: () => void

beforeAll(async () => {
  const folder = await newWorldFolder()
  removeFolder = folder.remove
  world = await startWorld(folder)
})

afterAll(async () => {
  await world.close()
  removeFolder()
})

serviceContract(() => world)
