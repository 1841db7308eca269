import { expect } from 'vitest'
import { createApi } from '../support/api.ts'
import { type Haproxy, startHaproxy } from '../support/haproxy.ts'
import { until } from '../support/receiver.ts'
import { type BalancedFleet, isReady } from './balanced-fleet.ts'
import type { OwnedLocation } from './place.ts'
import { type Announcement, spawnService } from './spawn-service.ts'

type Service = Extract<Announcement, { readonly url: string }>

export type HaproxyFleet = Awaited<ReturnType<typeof startHaproxyFleet>>

/** Services on the same data, each in its own process, behind HAProxy with the documented configuration. */
export async function startHaproxyFleet(
  { location, key }: OwnedLocation,
  size: number,
): Promise<BalancedFleet & { readonly balancer: Haproxy }> {
  const start = async (known?: string) => {
    const service = await spawnService(location, known, ['--drain'])
    if ('refused' in service) throw new Error(service.refused)
    await until(() => isReady(service))
    return service
  }
  const first = await start(key)
  const services: Service[] = [first, ...(await Promise.all(Array.from({ length: size - 1 }, () => start(first.key))))]
  const balancer = await startHaproxy(services.map(({ url }) => url))
  const stop = async (index: number, isDrained: () => Promise<boolean>) => {
    const service = services[index]
    if (service === undefined) throw new Error(`There is no process ${index}.`)
    const exited = service.terminate()
    await until(isDrained)
    service.endDrain()
    expect(await exited).toBe(0)
  }
  return {
    balancer,
    api: createApi(balancer.url, { email: 'owner@example.com', api_key: first.key }),
    async restart(index) {
      // The new process is at another address, as a new container may be.
      await stop(index, async () => (await balancer.stateOf(index)) === 'DOWN')
      services[index] = await start(first.key)
      await balancer.replace(index, services[index].url)
    },
    async stop() {
      await balancer.stop()
      await Promise.all(services.map((service, index) => stop(index, async () => !(await isReady(service)))))
    },
  }
}
