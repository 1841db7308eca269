import { afterAll, beforeAll, test } from 'vitest'
import { newDataFolder } from '../../service/test/support/data-folder.ts'
import { runBadInputs, runConformance } from '../src/index.ts'
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

test('bad', async () => {
  const start = Date.now()
  const results = await runBadInputs(world.options)
  for (const r of results)
    if (r.verdict.kind !== 'pass') console.log(r.id, r.operation, r.says, JSON.stringify(r.verdict))
  console.log(Date.now() - start, results.length, results.filter(r => r.verdict.kind === 'pass').length)
  console.log(
    results
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 8)
      .map(r => `${r.id} ${r.says} ${r.ms}`),
  )
})
test('rows', async () => {
  const start = Date.now()
  const results = await runConformance(world.options)
  for (const r of results) if (r.verdict.kind !== 'pass') console.log(r.id, r.operation, JSON.stringify(r.verdict))
  console.log(Date.now() - start, results.length, results.filter(r => r.verdict.kind === 'pass').length)
  console.log(
    results
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, 8)
      .map(r => `${r.id} ${r.ms}`),
  )
})
