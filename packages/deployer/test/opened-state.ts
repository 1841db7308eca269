import type { HttpHome, S3Home } from '@scenewright/model'
import { openHttpHome } from '../src/store/http/http-home.ts'
import { openS3Home } from '../src/store/s3/s3-home.ts'
import type { StateStore } from '../src/store/store.ts'
import type { StoreClock } from '../src/store/store-clock.ts'

interface World {
  readonly env?: Record<string, string>
  readonly clock?: StoreClock
}

/** How long one exchange with a store may take, in milliseconds: what is answered at all is answered before. */
export const timeoutMs = 600_000

/** What a home is given of the world. */
export function worldWith({ env = {}, clock }: World = {}) {
  const { signal } = new AbortController()
  const patience = { timeoutMs, graceMs: 1_000, signal, ...(clock !== undefined && { clock }) }
  return { environment: 'prod', env, patience, now: () => Date.UTC(2030, 0, 1) }
}

/** Opens a home in such a world. */
export function openedState(home: HttpHome | S3Home, world?: World): StateStore {
  return home.type === 'http' ? openHttpHome(home, worldWith(world)) : openS3Home(home, worldWith(world))
}
