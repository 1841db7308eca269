import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { byTier } from '../../../test/tier.ts'
import { type HaproxyFleet, startHaproxyFleet } from './process/haproxy-fleet.ts'
import { ownedLocationOf } from './process/place.ts'
import { restartRolling } from './process/rolling-restart.ts'
import { newOwnedPlace } from './support/databases.ts'
import { behindHaproxy, documentedConfiguration, haproxy, withoutHaproxy } from './support/haproxy.ts'

describe.skipIf(withoutHaproxy)(behindHaproxy, () => {
  test('the documented configuration is accepted as it is', () => {
    const folder = mkdtempSync(join(tmpdir(), 'service-test-haproxy-'))
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, documentedConfiguration())
    const output = execFileSync(haproxy, ['-c', '-f', file], { encoding: 'utf8', stdio: 'pipe' })
    rmSync(folder, { recursive: true, force: true })
    expect(output).toContain('Configuration file is valid')
  })

  test('requests go to all processes, those that are restarted one after the other reject nothing and repeat nothing, and the health and metrics of a process are not shown', async () => {
    // The health checks take seconds.
    const restarts = byTier({
      once: { restarts: 1, processes: 2, pauseMs: 100 },
      full: { restarts: 8, processes: 4, pauseMs: 10 },
    })
    const start = async (...where: Parameters<typeof startHaproxyFleet>) => {
      const fleet = await startHaproxyFleet(...where)
      await expectBalanced(fleet, restarts.processes)
      return fleet
    }
    const place = ownedLocationOf(await newOwnedPlace())
    const { accepted, ...faults } = await restartRolling(place, { ...restarts, start })
    expect(accepted).toBeGreaterThan(0)
    expect(faults).toEqual({ lost: 0, again: 0, different: 0, stuck: 0 })
  })
})

async function expectBalanced({ api, balancer }: HaproxyFleet, size: number): Promise<void> {
  // Ids of requests begin with the same letters in one process.
  const processes = new Set<string | undefined>()
  for (let count = 0; count < 20; count += 1) {
    const { status, headers } = await api('GET', '/bots')
    expect(status).toBe(200)
    processes.add(headers.get('x-request-id')?.split('-')[0])
  }
  expect(processes.size).toBe(size)
  const hidden = ['/metrics', '/livez', '/readyz', '/%6detrics', '/live%7A', '/%72eadyz?x', '*metrics']
  for (const path of [...hidden, `${balancer.url}/livez`]) expect(await statusOf(balancer.url, path)).toBe(403)
  expect(await statusOf(balancer.url, `${balancer.url}/api/v1/bots`)).toBe(401)
}

/** The status of a GET whose target is sent as it is. */
function statusOf(url: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { path, agent: false }, response => resolve(response.resume().statusCode)).on('error', reject)
  })
}
