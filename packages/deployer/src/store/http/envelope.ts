import { gunzipSync, gzipSync } from 'node:zlib'
import { OperationError } from '@scenewright/model'
import { isObject } from '../../state/shape.ts'
import { textHash } from '../text-hash.ts'

/** What is stored at the one address: the state's text to the byte, and what was deployed, by hash. */
export interface Envelope {
  /** Counts the writes: servers take a document only when it has risen. */
  readonly serial: number
  readonly state: string
  readonly payloads: ReadonlyMap<string, string>
}

/** The document of a state. The payloads are compressed: each write carries them all. */
export function writeEnvelope({ serial, state, payloads }: Envelope): string {
  const packed = gzipSync(JSON.stringify(Object.fromEntries(payloads))).toString('base64')
  return JSON.stringify({ format: 'scenewright-state', serial, state, payloads: packed })
}

/** Reads such a document. Another one is an OperationError `state`, and is never written over. */
export function readEnvelope(json: string, where: string): Envelope {
  try {
    const value: unknown = JSON.parse(json)
    if (isObject(value) && value.format === 'scenewright-state') {
      const { serial, state, payloads } = value
      if (Number.isSafeInteger(serial) && typeof state === 'string' && typeof payloads === 'string') {
        const unpacked: { [hash: string]: string } = JSON.parse(gunzipSync(Buffer.from(payloads, 'base64')).toString())
        return { serial: Number(serial), state, payloads: new Map(Object.entries(unpacked)) }
      }
    }
  } catch (cause) {
    throw foreign(where, cause)
  }
  throw foreign(where)
}

/** The payloads that a state names, and those that these name: the older parts of its journal. */
export function namedPayloads(state: string, payloads: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
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

function foreign(where: string, cause?: unknown): OperationError {
  return new OperationError('state', `${where} holds something else than a state of Scenewright`, {
    help: 'each environment needs an address of its own; a damaged one is put back with `scenewright state restore`',
    ...(cause !== undefined && { cause }),
  })
}
