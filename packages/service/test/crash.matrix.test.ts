import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { surviveKills } from './process/crash-contract.ts'
import { resumeAfterKills } from './process/resume-contract.ts'
import { bundleService, spawnService } from './process/spawn-service.ts'
import { newFolder } from './support/data-folder.ts'
import { type Cluster, onPostgres, startCluster, withoutPostgres } from './support/postgres-cluster.ts'

let bundle: string

beforeAll(async () => {
  bundle = await bundleService()
})

afterAll(() => rmSync(dirname(bundle), { recursive: true, force: true }))

describe('on the embedded database', () => {
  test('killed at any moment, the service keeps its word', async () => {
    const { dataFolder, remove } = newFolder()
    await surviveKills(bundle, dataFolder, { kills: byTier({ once: 3, full: 50 }), processes: 1 })
    remove()
  })

  test('killed in the middle of long work, the service takes it up again, and does nothing twice', async () => {
    const { dataFolder, remove } = newFolder()
    await resumeAfterKills(bundle, dataFolder, byTier({ once: [40], full: [2, 40, 80] }))
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
})

describe.skipIf(withoutPostgres)(onPostgres, () => {
  let cluster: Cluster

  beforeAll(async () => {
    cluster = await startCluster()
  })

  afterAll(() => cluster?.stop())

  test('killed at any moment, services that share a database keep their word', async () => {
    const kills = byTier({ once: { kills: 2, processes: 2 }, full: { kills: 20, processes: 4 } })
    await surviveKills(bundle, cluster.newDatabase(), kills)
  })

  // One process on a PostgreSQL has nothing that the tests above do not show.
  test.skipIf(byTier({ once: true, full: false }))('killed at any moment, one service keeps its word', async () => {
    await surviveKills(bundle, cluster.newDatabase(), { kills: 50, processes: 1 })
    await resumeAfterKills(bundle, cluster.newDatabase(), [2, 40, 80])
  })
})
