import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { surviveKills, wholeOr } from './process/crash-contract.ts'
import { resumeAfterKills } from './process/resume-contract.ts'
import { bundleService, spawnService } from './process/spawn-service.ts'
import { newFolder } from './support/data-folder.ts'

let bundle: string

beforeAll(async () => {
  bundle = await bundleService()
})

afterAll(() => rmSync(dirname(bundle), { recursive: true, force: true }))

test('killed at any moment, the service keeps its word', async () => {
  const { dataFolder, remove } = newFolder()
  await surviveKills(bundle, dataFolder, { kills: wholeOr(50, 3), processes: 1 })
  remove()
}, 600_000)

test('killed in the middle of long work, the service takes it up again, and does nothing twice', async () => {
  const { dataFolder, remove } = newFolder()
  await resumeAfterKills(bundle, dataFolder, [60, 200])
  remove()
})

test('a database whose making was cut short is made anew, and a second process on its folder is refused', async () => {
  const { dataFolder, remove } = newFolder()
  mkdirSync(join(dataFolder, 'pgdata'))
  writeFileSync(join(dataFolder, 'pgdata', 'half'), '')
  writeFileSync(join(dataFolder, 'pgdata.unfinished'), '')
  const first = await spawnService(bundle, dataFolder)
  if ('refused' in first) throw new Error(first.refused)
  const second = await spawnService(bundle, dataFolder)
  expect(second).toMatchObject({ refused: expect.stringMatching(/in use by process \d+ on /), exitCode: 5 })
  await first.kill()
  remove()
})
