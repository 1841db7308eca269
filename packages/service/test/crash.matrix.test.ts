import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { addRow } from './faults/fault-row.ts'
import { surviveKills } from './process/crash-contract.ts'
import { type OwnedLocation, ownedLocationOf } from './process/place.ts'
import { resumeAfterKills } from './process/resume-contract.ts'
import { restartRolling } from './process/rolling-restart.ts'
import { spawnService } from './process/spawn-service.ts'
import { newFolder, newWorldFolder } from './support/data-folder.ts'
import { startProxy } from './support/database-proxy.ts'
import { newOwnedPlace } from './support/databases.ts'
import { onPostgres, withoutPostgres } from './support/postgres-cluster.ts'

/** A data folder with an account, so that no process spends its start on making one. */
async function ownedFolder() {
  const { dataFolder, accounts, remove } = await newWorldFolder()
  return { place: { location: dataFolder, key: accounts.owner.api_key }, remove }
}

describe('on the embedded database', () => {
  test('killed at any moment, the service keeps its promises', async ({ task }) => {
    const { place, remove } = await ownedFolder()
    const kills = byTier({ once: { kills: 2, pauseMs: 50 }, full: { kills: 50, pauseMs: 10 } })
    const outcome = await surviveKills(place, { ...kills, processes: 1 })
    addRow(task, { fault: 'killed', location: place.location, times: kills.kills }, outcome)
    remove()
  })

  test('after a kill in the middle of long work, the service resumes it, and does nothing twice', async () => {
    const { place, remove } = await ownedFolder()
    await resumeAfterKills(place, byTier({ once: [40], full: [2, 40, 80] }))
    remove()
  })

  test('a database whose creation was interrupted is created again, and a second process on its folder is rejected', async () => {
    const { dataFolder, remove } = newFolder()
    mkdirSync(join(dataFolder, 'pgdata'))
    writeFileSync(join(dataFolder, 'pgdata', 'half'), '')
    writeFileSync(join(dataFolder, 'pgdata.unfinished'), '')
    // Nothing is asked of it: the key may be that of no account.
    const first = await spawnService(dataFolder, 'none')
    if ('refused' in first) throw new Error(first.refused)
    const second = await spawnService(dataFolder, 'none')
    expect(second).toMatchObject({ refused: expect.stringMatching(/in use by process \d+ on /), exitCode: 5 })
    await first.kill()
    expect(readdirSync(dataFolder).sort()).toEqual(['header.key', 'lock-1', 'pgdata', 'pgdata.created'])
    remove()
  })
})

describe.skipIf(withoutPostgres)(onPostgres, () => {
  // Each test makes a bot of its own.
  let place: Required<OwnedLocation>

  beforeAll(async () => {
    place = ownedLocationOf(await newOwnedPlace())
  })

  test('killed at any moment, services that share a database keep their promises', async ({ task }) => {
    const kills = byTier({
      once: { kills: 2, processes: 2, pauseMs: 50 },
      full: { kills: 80, processes: 4, pauseMs: 10 },
    })
    const outcome = await surviveKills(place, kills)
    addRow(task, { fault: 'killedOfFour', ...place, times: kills.kills }, outcome)
  })

  test('restarted one after the other behind a balancer, services reject nothing and repeat nothing', async ({
    task,
  }) => {
    const restarts = byTier({
      once: { restarts: 1, processes: 2, pauseMs: 50 },
      full: { restarts: 20, processes: 4, pauseMs: 10 },
    })
    const outcome = await restartRolling(place, restarts)
    addRow(task, { fault: 'restarted', ...place, times: restarts.restarts }, outcome)
  })

  test('a process whose database cannot be reached ends on SIGTERM', async () => {
    const proxy = await startProxy(place.location)
    const service = await spawnService(proxy.databaseUrl, place.key)
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
      const kills = 50
      const outcome = await surviveKills(place, { kills, processes: 1, pauseMs: 10 })
      addRow(task, { fault: 'killed', ...place, times: kills }, outcome)
      await resumeAfterKills(ownedLocationOf(await newOwnedPlace()), [2, 40, 80])
    },
  )
})
