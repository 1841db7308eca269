import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { surviveKills } from './process/crash-contract.ts'
import { bundleService, spawnService } from './process/spawn-service.ts'
import { newDataFolder } from './support/data-folder.ts'

let bundle: string

beforeAll(async () => {
  bundle = await bundleService()
})

afterAll(() => rmSync(dirname(bundle), { recursive: true, force: true }))

test('killed at any moment, the service keeps its word', async () => {
  const { dataFolder, remove } = await newDataFolder()
  await surviveKills(bundle, dataFolder, [40, 250, 700])
  remove()
})

test('a second process on one data folder is refused, and told who holds it', async () => {
  const { dataFolder, remove } = await newDataFolder()
  const first = await spawnService(bundle, dataFolder)
  if ('refused' in first) throw new Error(first.refused)
  const second = await spawnService(bundle, dataFolder)
  expect(second).toMatchObject({ refused: expect.stringMatching(/in use by process \d+ on /), exitCode: 5 })
  await first.kill()
  const third = await spawnService(bundle, dataFolder)
  expect(third).not.toHaveProperty('refused')
  if ('kill' in third) await third.kill()
  remove()
})

test('a database whose making was cut short is made anew', async () => {
  const { dataFolder, remove } = await newDataFolder()
  rmSync(join(dataFolder, 'pgdata', 'PG_VERSION'))
  writeFileSync(join(dataFolder, 'pgdata.unfinished'), '')
  const service = await spawnService(bundle, dataFolder)
  expect(service).not.toHaveProperty('refused')
  if ('kill' in service) await service.kill()
  remove()
})
