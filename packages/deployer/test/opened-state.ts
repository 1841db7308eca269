import type { HttpBackend, S3Backend } from '@scenewright/model/config'
import type { StoreClock } from '../src/store/deadline.ts'
import { openHttpBackend } from '../src/store/http/http-backend.ts'
import { openS3Backend } from '../src/store/s3/s3-backend.ts'
import type { StateStore } from '../src/store/store.ts'

interface World {
  readonly env?: Record<string, string>
  readonly clock?: StoreClock
  readonly signal?: AbortSignal
}

/** How long one exchange with a store may take, in milliseconds: what is answered at all is answered before. */
export const timeoutMs = 600_000

/** What a home is given of the world. */
export function worldWith({ env = {}, clock, signal = new AbortController().signal }: World = {}) {
  const deadline = { timeoutMs, graceMs: 1_000, signal, ...(clock !== undefined && { clock }) }
  return { environment: 'prod', env, deadline, now: () => Date.UTC(2030, 0, 1) }
}

/** Opens a home in such a world. */
export function openedState(home: HttpBackend | S3Backend, world?: World): StateStore {
  return home.type === 'http' ? openHttpBackend(home, worldWith(world)) : openS3Backend(home, worldWith(world))
}
