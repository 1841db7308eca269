import type { StateStore, Stored, Swap } from '../store.ts'
import { isTextHash, textHash } from '../text-hash.ts'
import { type Envelope, namedPayloads, readEnvelope, writeEnvelope } from './envelope.ts'
import { withLock } from './http-lock.ts'
import type { HttpServer } from './http-server.ts'
import type { LockInfo } from './lock-info.ts'

/**
 * A state behind the Terraform protocol: under the server's lock it is read, compared and written. Payloads travel in
 * the same document, as far as the state names them.
 */
export function openHttpState(server: HttpServer, info: LockInfo): StateStore {
  /** What this store was given: it goes along whenever the state names it. */
  const own = new Map<string, string>()
  let last: Envelope | undefined
  const fetch = async () => {
    const text = await server.get()
    last = text === undefined ? undefined : readEnvelope(text, server.name)
    return last
  }
  return {
    name: server.name,
    read: async () => storedOf(await fetch()),
    compareAndSwap: (expected, text) =>
      withLock(server, info, async (): Promise<Swap> => {
        const present = await fetch()
        if ((storedOf(present)?.token ?? null) !== expected) return { isSwapped: false }
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

/** An answer that was lost is made good by reading: the lock is still held. */
async function isWritten(server: HttpServer, next: Envelope, { ID }: LockInfo): Promise<boolean> {
  const text = writeEnvelope(next)
  try {
    return await server.post(text, ID)
  } catch (error) {
    if ((await server.get().catch(() => undefined)) === text) return true
    throw error
  }
}

function storedOf(envelope: Envelope | undefined): Stored | null {
  return envelope === undefined ? null : { text: envelope.state, token: textHash(envelope.state) }
}
