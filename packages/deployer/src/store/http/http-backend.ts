import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { gunzipSync, gzipSync } from 'node:zlib'
import { isObject, OperationError } from '@scenewright/model'
import type { HttpBackend } from '@scenewright/model/config'
import { headerVariable } from '@scenewright/model/header-variable'
import { isTextHash, textHash } from '@scenewright/model/text-hash'
import { backendAddress } from '../backend-address.ts'
import type { Deadline } from '../deadline.ts'
import type { StateStore, Stored, Swap } from '../store.ts'
import { withLock } from './http-lock.ts'
import { type HttpServer, httpServer } from './http-server.ts'
import type { LockInfo } from './lock-info.ts'

/** The document stored at the one address: the exact text of the state, and the deployed payloads by hash. */
interface Envelope {
  /** The number of writes: servers accept a document only if it has increased. */
  readonly serial: number
  /** Of a document in another form, all of it: whoever reads it as a state finds it damaged. */
  readonly state: string
  readonly payloads: ReadonlyMap<string, string>
}

/** The options of the HTTP backend. */
export interface HttpWorld {
  readonly environment: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly deadline: Deadline
  readonly now: () => number
}

/** Opens the state at an address of the Terraform protocol, with the credentials of the environment. */
export function openHttpBackend(backend: HttpBackend, world: HttpWorld): StateStore {
  const { server, info } = createHttpServer(backend, world)
  return openHttpState(server, info)
}

/** The server at an address, and the data that identifies us in its locks. */
export function createHttpServer(
  backend: HttpBackend,
  { environment, env, deadline, now }: HttpWorld,
): { readonly server: HttpServer; readonly info: LockInfo } {
  const url = backendAddress(backend.url, 'url')
  const lockUrl = backend.lock_url === undefined ? url : backendAddress(backend.lock_url, 'lock_url')
  const unlockUrl = backend.unlock_url === undefined ? lockUrl : backendAddress(backend.unlock_url, 'unlock_url')
  const credentials = credentialsOf(environment, env)
  const server = httpServer({
    url,
    lock: { url: lockUrl, method: backend.lock_method ?? 'LOCK' },
    unlock: { url: unlockUrl, method: backend.unlock_method ?? 'UNLOCK' },
    ...(credentials !== undefined && { credentials }),
    deadline,
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

/** The variables for the environment, or else the common ones; undefined if there are none. */
function credentialsOf(environment: string, env: HttpWorld['env']) {
  const own = `SCENEWRIGHT_${environment.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_STATE`
  const read = (what: string) =>
    headerVariable(env, [`${own}_${what}`, `SCENEWRIGHT_STATE_${what}`], { isEncoded: true })
  const [username, password] = [read('USERNAME'), read('PASSWORD')]
  if (username !== undefined && password !== undefined) return { username, password }
  if (username === undefined && password === undefined) return undefined
  throw new OperationError('usage', `the credentials for the state of "${environment}" are incomplete`, {
    help: 'set both SCENEWRIGHT_STATE_USERNAME and SCENEWRIGHT_STATE_PASSWORD',
  })
}

/**
 * A state with the Terraform protocol: it is read, compared and written under the server's lock. Payloads are in the
 * same document, as far as the state refers to them.
 */
function openHttpState(server: HttpServer, info: LockInfo): StateStore {
  /** The payloads given to this store. They are sent along whenever the state refers to them. */
  const own = new Map<string, string>()
  let last: Envelope | undefined
  const fetch = async () => {
    const text = await server.get()
    last = text === undefined ? undefined : readEnvelope(text)
    return last
  }
  return {
    name: server.name,
    read: async () => toStored(await fetch()),
    compareAndSwap: (expected, text) =>
      withLock(server, info, async (): Promise<Swap> => {
        const present = await fetch()
        if ((toStored(present)?.token ?? null) !== expected) return { isSwapped: false }
        const payloads = namedPayloads(text, new Map([...(present?.payloads ?? []), ...own]))
        const next = { serial: (present?.serial ?? 0) + 1, state: text, payloads }
        if (!(await isWritten(server, next, info))) return { isSwapped: false }
        last = next
        return { isSwapped: true, token: textHash(text) }
      }),
    async putBlob(text) {
      const hash = textHash(text)
      own.set(hash, text)
      return hash
    },
    async getBlob(hash) {
      if (!isTextHash(hash)) return undefined
      return own.get(hash) ?? last?.payloads.get(hash) ?? (await fetch())?.payloads.get(hash)
    },
  }
}

/** After a lost response, the state is read: the lock is still held. */
async function isWritten(server: HttpServer, next: Envelope, { ID }: LockInfo): Promise<boolean> {
  const text = writeEnvelope(next)
  try {
    return await server.post(text, ID)
  } catch (error) {
    if ((await server.get().catch(() => undefined)) === text) return true
    throw error
  }
}

function toStored(envelope: Envelope | undefined): Stored | null {
  return envelope === undefined ? null : { text: envelope.state, token: textHash(envelope.state) }
}

/** The document of a state. The payloads are compressed, because each write contains all of them. */
function writeEnvelope({ serial, state, payloads }: Envelope): string {
  const packed = gzipSync(JSON.stringify(Object.fromEntries(payloads))).toString('base64')
  return JSON.stringify({ format: 'scenewright-state', serial, state, payloads: packed })
}

/** Reads such a document, or one in any other form. */
function readEnvelope(json: string): Envelope {
  try {
    const value: unknown = JSON.parse(json)
    if (isObject(value) && value.format === 'scenewright-state') {
      const { serial, state, payloads } = value
      if (Number.isSafeInteger(serial) && typeof state === 'string' && typeof payloads === 'string') {
        const unpacked: { [hash: string]: string } = JSON.parse(gunzipSync(Buffer.from(payloads, 'base64')).toString())
        return { serial: Number(serial), state, payloads: new Map(Object.entries(unpacked)) }
      }
    }
  } catch {
    // Truncated, or changed by somebody else.
  }
  const [, serial = 0] = /"serial":\s*(\d+)/.exec(json) ?? []
  return { serial: Number(serial), state: json, payloads: new Map() }
}

/** The payloads that a state refers to, and those that these refer to: the older parts of its journal. */
function namedPayloads(state: string, payloads: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const named = new Map<string, string>()
  const texts = [state]
  for (const text of texts) {
    for (const [hash] of text.matchAll(/[0-9a-f]{64}/g)) {
      const payload = payloads.get(hash)
      if (payload === undefined || named.has(hash) || textHash(payload) !== hash) continue
      named.set(hash, payload)
      texts.push(payload)
    }
  }
  return named
}
