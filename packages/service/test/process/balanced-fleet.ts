import { expect } from 'vitest'
import { type Api, ask } from '../support/api.ts'
import { until } from '../support/receiver.ts'
import type { OwnedLocation } from './place.ts'
import { type Announcement, spawnService } from './spawn-service.ts'

type Service = Extract<Announcement, { readonly url: string }>

interface Member {
  service: Service
  /** As the balancer has last read it at `/readyz`. */
  isReady: boolean
  readonly inProgress: Set<Promise<unknown>>
}

/** Services on the same data, each in its own process, behind a balancer. */
export interface BalancedFleet {
  /** Sends a request to the ready process with the fewest requests in progress. Nothing is sent a second time. */
  readonly api: Api
  /** Restarts one of them, as docs/operating.md says. */
  restart(index: number): Promise<void>
  stop(): Promise<void>
}

/** Starts services that share the data of a location; the first makes the account if it has no key. */
export async function startBalancedFleet({ location, key }: OwnedLocation, size: number): Promise<BalancedFleet> {
  const start = async (known?: string) => {
    const service = await spawnService(location, known, ['--drain'])
    if ('refused' in service) throw new Error(service.refused)
    await until(() => isReady(service))
    return service
  }
  const first = await start(key)
  const others = await Promise.all(Array.from({ length: size - 1 }, () => start(first.key)))
  const members = [first, ...others].map((service): Member => ({ service, isReady: true, inProgress: new Set() }))
  const next = () => {
    const ready = members.filter(member => member.isReady)
    const [least] = ready.sort((a, b) => a.inProgress.size - b.inProgress.size)
    if (least === undefined) throw new Error('No process is ready.')
    return least
  }
  const send = <Result>(request: (api: Api) => Promise<Result>): Promise<Result> => {
    const { service, inProgress } = next()
    const reply = request(service.api).finally(() => inProgress.delete(reply))
    inProgress.add(reply)
    return reply
  }
  const stop = async (member: Member) => {
    const exited = member.service.terminate()
    await until(async () => !(await isReady(member.service)))
    member.isReady = false
    await Promise.allSettled(member.inProgress)
    member.service.endDrain()
    expect(await exited).toBe(0)
  }
  return {
    api: Object.assign((...request: Parameters<Api>) => send(api => api(...request)), {
      raw: (...request: Parameters<Api['raw']>) => send(api => api.raw(...request)),
    }),
    async restart(index) {
      const member = members[index]
      if (member === undefined) throw new Error(`There is no process ${index}.`)
      await stop(member)
      member.service = await start(first.key)
      member.isReady = true
    },
    async stop() {
      for (const member of members) await stop(member)
    },
  }
}

/** Whether a process answers that it is ready. */
export async function isReady({ url }: Pick<Service, 'url'>): Promise<boolean> {
  return (await ask(`${url}/readyz`)).status === 200
}
