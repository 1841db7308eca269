import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type HttpHome, OperationError } from '@scenewright/model'
import { homeAddress } from '../home-address.ts'
import type { Patience } from '../patience.ts'
import type { StateStore } from '../store.ts'
import { type HttpServer, httpServer } from './http-server.ts'
import { openHttpState } from './http-state.ts'
import type { LockInfo } from './lock-info.ts'

/** What the home is given of the world. */
export interface HttpWorld {
  readonly environment: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly patience: Patience
  readonly now: () => number
}

/** Opens the state at an address of the Terraform protocol, with the credentials of the environment. */
export function openHttpHome(home: HttpHome, world: HttpWorld): StateStore {
  const { server, info } = httpServerOf(home, world)
  return openHttpState(server, info)
}

/** The server at an address, and what its locks say of us. */
export function httpServerOf(
  home: HttpHome,
  { environment, env, patience, now }: HttpWorld,
): { readonly server: HttpServer; readonly info: LockInfo } {
  const url = homeAddress(home.url, 'url')
  const lockUrl = home.lock_url === undefined ? url : homeAddress(home.lock_url, 'lock_url')
  const unlockUrl = home.unlock_url === undefined ? lockUrl : homeAddress(home.unlock_url, 'unlock_url')
  const credentials = credentialsOf(environment, env)
  const server = httpServer({
    url,
    lock: { url: lockUrl, method: home.lock_method ?? 'LOCK' },
    unlock: { url: unlockUrl, method: home.unlock_method ?? 'UNLOCK' },
    ...(credentials !== undefined && { credentials }),
    patience,
  })
  const who = env.GITHUB_ACTOR ?? env.GITLAB_USER_LOGIN ?? env.USER ?? 'somebody'
  const info = {
    ID: randomUUID(),
    Operation: 'scenewright',
    Info: environment,
    Who: `${who}@${hostname()}`,
    Version: '',
    Created: new Date(now()).toISOString(),
    Path: '',
  }
  return { server, info }
}

/** The variables of the environment's own, else the common ones; undefined where there are none. */
function credentialsOf(environment: string, env: HttpWorld['env']) {
  const own = `SCENEWRIGHT_${environment.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_STATE`
  const username = env[`${own}_USERNAME`] ?? env.SCENEWRIGHT_STATE_USERNAME
  const password = env[`${own}_PASSWORD`] ?? env.SCENEWRIGHT_STATE_PASSWORD
  if (username && password) return { username, password }
  if (!username && !password) return undefined
  throw new OperationError('usage', `half of the credentials of the state of "${environment}" is missing`, {
    help: 'set both SCENEWRIGHT_STATE_USERNAME and SCENEWRIGHT_STATE_PASSWORD',
  })
}
