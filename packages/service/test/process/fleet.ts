import type { Api } from '../support/api.ts'
import type { OwnedLocation } from './place.ts'
import { spawnService } from './spawn-service.ts'

/** Services on the same data, each in a process of its own. */
export interface Fleet {
  /** Asks one of them after the other; rejects where the one whose turn it is does not answer. */
  readonly api: Api
  /** Kills one of them, and starts another in its place. */
  replace(index: number): Promise<void>
  kill(): Promise<void>
}

/** Starts services that share the data of a location; the first makes the account where it has no key. */
export async function startFleet({ location, key }: OwnedLocation, size: number): Promise<Fleet> {
  const first = await started(location, key)
  const others = Array.from({ length: size - 1 }, () => started(location, first.key))
  const services = [first, ...(await Promise.all(others))]
  let turn = 0
  const next = () => {
    turn += 1
    return services[turn % size]?.api ?? first.api
  }
  const api: Api = Object.assign((...request: Parameters<Api>) => next()(...request), {
    raw: (...request: Parameters<Api['raw']>) => next().raw(...request),
  })
  return {
    api,
    async replace(index) {
      await services[index]?.kill()
      services[index] = await started(location, first.key)
    },
    async kill() {
      await Promise.all(services.map(service => service.kill()))
    },
  }
}

async function started(location: string, key?: string) {
  const service = await spawnService(location, key)
  if ('refused' in service) throw new Error(service.refused)
  return service
}
