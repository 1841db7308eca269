import type { HttpHome, S3Home } from '@scenewright/model'
import { openHttpHome } from '../src/store/http/http-home.ts'
import { openS3Home } from '../src/store/s3/s3-home.ts'
import type { StateStore } from '../src/store/store.ts'

/** Opens a home with a world that a test may change. */
export function openedState(
  home: HttpHome | S3Home,
  { env = {}, timeoutMs = 5_000 }: { env?: Record<string, string>; timeoutMs?: number } = {},
): StateStore {
  const patience = { timeoutMs, graceMs: 1_000, signal: new AbortController().signal }
  const world = { environment: 'prod', env, patience, now: () => Date.UTC(2030, 0, 1) }
  return home.type === 'http' ? openHttpHome(home, world) : openS3Home(home, world)
}
