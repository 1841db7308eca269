import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { startHaproxyFleet } from './process/haproxy-fleet.ts'
import { restartRolling } from './process/rolling-restart.ts'
import { bundleService } from './process/spawn-service.ts'
import { behindHaproxy, documentedConfiguration, haproxy, withoutHaproxy } from './support/haproxy.ts'
import { sharedCluster } from './support/postgres-cluster.ts'

describe.skipIf(withoutHaproxy)(behindHaproxy, () => {
  let bundle: string

  beforeAll(async () => {
    bundle = await bundleService()
  })

  afterAll(() => rmSync(dirname(bundle), { recursive: true, force: true }))

  test('the documented configuration is accepted as it is', () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-test-haproxy-'))
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, documentedConfiguration())
    const output = execFileSync(haproxy, ['-c', '-f', file], { encoding: 'utf8', stdio: 'pipe' })
    rmSync(folder, { recursive: true, force: true })
    expect(output).toContain('Configuration file is valid')
  })

  test('requests go to all processes, and the health and metrics of a process are not shown', async () => {
    const fleet = await startHaproxyFleet(bundle, { location: await (await sharedCluster()).newDatabase() }, 2)
    // Ids of requests begin with the same letters in one process.
    const processes = new Set<string | undefined>()
    for (let count = 0; count < 20; count += 1) {
      const { status, headers } = await fleet.api('GET', '/bots')
      expect(status).toBe(200)
      processes.add(headers.get('x-request-id')?.split('-')[0])
    }
    expect(processes.size).toBe(2)
    for (const path of ['/metrics', '/livez', '/readyz']) {
      expect((await fetch(`${fleet.balancer.url}${path}`)).status).toBe(403)
    }
    await fleet.stop()
  })

  test('processes that are restarted one after the other reject nothing and repeat nothing', async () => {
    const restarts = byTier({ once: { restarts: 2, processes: 2 }, full: { restarts: 8, processes: 4 } })
    const location = await (await sharedCluster()).newDatabase()
    const { accepted, ...faults } = await restartRolling(
      bundle,
      { location },
      { ...restarts, start: startHaproxyFleet },
    )
    expect(accepted).toBeGreaterThan(0)
    expect(faults).toEqual({ lost: 0, again: 0, different: 0, stuck: 0 })
  })
})
