import type { HttpHome, S3Home } from '@scenewright/model'
import { openHttpHome } from '../src/store/http/http-home.ts'
import { openS3Home } from '../src/store/s3/s3-home.ts'
import type { StateStore } from '../src/store/store.ts'

interface World {
  readonly env?: Record<string, string>
  readonly timeoutMs?: number
}

/** What a home is given of the world. */
export function worldWith({ env = {}, timeoutMs = 5_000 }: World = {}) {
  const patience = { timeoutMs, graceMs: 1_000, signal: new AbortController().signal }
  return { environment: 'prod', env, patience, now: () => Date.UTC(2030, 0, 1) }
}

/** Opens a home in such a world. */
export function openedState(home: HttpHome | S3Home, world?: World): StateStore {
  return home.type === 'http' ? openHttpHome(home, worldWith(world)) : openS3Home(home, worldWith(world))
}
