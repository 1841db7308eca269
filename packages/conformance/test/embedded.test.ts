import { afterAll, beforeAll } from 'vitest'
import { type DataFolder, newWorldFolder } from '../../service/test/support/data-folder.ts'
import { conformanceContract } from './support/contract.ts'
import { startWorld, type World } from './support/world.ts'

let world: World
const folders: DataFolder[] = []

beforeAll(async () => {
  const folder = await newWorldFolder()
  folders.push(folder)
  world = await startWorld(folder)
})

afterAll(async () => {
  await world.close()
  for (const { remove } of folders) remove()
})

conformanceContract(
  () => world,
  async () => {
    const folder = await newWorldFolder()
    folders.push(folder)
    return { location: folder.dataFolder, key: folder.accounts.owner.api_key }
  },
)
