import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { addRow } from './faults/fault-row.ts'
import { surviveKills } from './process/crash-contract.ts'
import { resumeAfterKills } from './process/resume-contract.ts'
import { restartRolling } from './process/rolling-restart.ts'
import { bundleService, spawnService } from './process/spawn-service.ts'
import { newFolder, newWorldFolder } from './support/data-folder.ts'
import { startProxy } from './support/database-proxy.ts'
import { type Cluster, onPostgres, sharedCluster, withoutPostgres } from './support/postgres-cluster.ts'

let bundle: string

beforeAll(async () => {
  bundle = await bundleService()
})

afterAll(() => rmSync(dirname(bundle), { recursive: true, force: true }))

/** A data folder with an account, so that no process spends its start on making one. */
async function ownedFolder() {
  const { dataFolder, accounts, remove } = await newWorldFolder()
  return { place: { location: dataFolder, key: accounts.owner.api_key }, remove }
}

describe('on the embedded database', () => {
  test('killed at any moment, the service keeps its promises', async ({ task }) => {
    const { place, remove } = await ownedFolder()
    const kills = byTier({ once: 2, full: 50 })
    const outcome = await surviveKills(bundle, place, { kills, processes: 1 })
    addRow(task, { fault: 'killed', location: place.location, times: kills }, outcome)
    remove()
  })

  test('after a kill in the middle of long work, the service resumes it, and does nothing twice', async () => {
    const { place, remove } = await ownedFolder()
    await resumeAfterKills(bundle, place, byTier({ once: [40], full: [2, 40, 80] }))
    remove()
  })

  test('a database whose creation was interrupted is created again, and a second process on its folder is rejected', async () => {
    const { dataFolder, remove } = newFolder()
    mkdirSync(join(dataFolder, 'pgdata'))
    writeFileSync(join(dataFolder, 'pgdata', 'half'), '')
    writeFileSync(join(dataFolder, 'pgdata.unfinished'), '')
    // Nothing is asked of it: the key may be that of no account.
    const first = await spawnService(bundle, dataFolder, 'none')
    if ('refused' in first) throw new Error(first.refused)
    const second = await spawnService(bundle, dataFolder, 'none')
    expect(second).toMatchObject({ refused: expect.stringMatching(/in use by process \d+ on /), exitCode: 5 })
    await first.kill()
    expect(readdirSync(dataFolder).sort()).toEqual(['header.key', 'lock-1', 'pgdata', 'pgdata.created'])
    remove()
  })
})

describe.skipIf(withoutPostgres)(onPostgres, () => {
  let cluster: Cluster

  beforeAll(async () => {
    cluster = await sharedCluster()
  })

  test('killed at any moment, services that share a database keep their promises', async ({ task }) => {
    const kills = byTier({ once: { kills: 2, processes: 2 }, full: { kills: 80, processes: 4 } })
    const location = await cluster.newDatabase()
    const outcome = await surviveKills(bundle, { location }, kills)
    addRow(task, { fault: 'killedOfFour', location, times: kills.kills }, outcome)
  })

  test('restarted one after the other behind a balancer, services reject nothing and repeat nothing', async ({
    task,
  }) => {
    const restarts = byTier({ once: { restarts: 2, processes: 2 }, full: { restarts: 20, processes: 4 } })
    const location = await cluster.newDatabase()
    const outcome = await restartRolling(bundle, { location }, restarts)
    addRow(task, { fault: 'restarted', location, times: restarts.restarts }, outcome)
  })

  test('a process whose database cannot be reached ends on SIGTERM', async () => {
    const proxy = await startProxy(await cluster.newDatabase())
    const service = await spawnService(bundle, proxy.databaseUrl)
    if ('refused' in service) throw new Error(service.refused)
    proxy.blackHole()
    const unanswered = service.api('GET', '/bots').catch(() => undefined)
    expect(await service.terminate()).toBe(0)
    await unanswered
    await proxy.close()
  })

  // One process on a PostgreSQL has nothing that the tests above do not show.
  test.skipIf(byTier({ once: true, full: false }))(
    'killed at any moment, one service keeps its promises',
    async ({ task }) => {
      const location = await cluster.newDatabase()
      const kills = 50
      const outcome = await surviveKills(bundle, { location }, { kills, processes: 1 })
      addRow(task, { fault: 'killed', location, times: kills }, outcome)
      await resumeAfterKills(bundle, { location: await cluster.newDatabase() }, [2, 40, 80])
    },
  )
})
