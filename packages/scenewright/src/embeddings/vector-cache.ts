import { type CacheLocation, openCache } from '@scenewright/compiler'
import type { Endpoint } from './endpoint.ts'

/** Keeps vectors from one run to the next, by keys that tell their texts apart. */
export interface VectorCache {
  read(): ReadonlyMap<string, Float32Array>
  /** Replaces what is kept. The last ones stay where there are too many. */
  write(vectors: ReadonlyMap<string, Float32Array>): void
}

/** Numbers that are kept at the most: 48 MB. */
const mostNumbers = 12_000_000

/** Vectors are the same whatever build of the tool asked for them, as long as they are kept in this form. */
const form = 'vectors-1'

/**
 * Opens the cache of an endpoint's vectors, beside what is kept of the project's sources and as safely: one that is
 * broken, or not signed by this user, counts as empty. Undefined where there can be none.
 */
export function openVectorCache(location: CacheLocation, root: string, endpoint: Endpoint): VectorCache | undefined {
  const { url, model, dimensions = null } = endpoint
  const about = { name: 'embeddings', root, subject: [url, model, dimensions] }
  const cache = openCache({ ...location, build: form }, about)
  if (cache === undefined) return undefined
  return {
    read: () => new Map(Array.from(cache.read().records, ([key, { value }]) => [key, decode(value)])),
    write(vectors) {
      const length = Math.max(1, vectors.values().next().value?.length ?? 1)
      const kept = [...vectors].slice(-Math.floor(mostNumbers / length))
      const records = kept.map(([key, vector]) => {
        return [key, { identity: undefined, hash: '', dependencies: [], value: encode(vector) }] as const
      })
      cache.write({ modules: new Map(), records: new Map(records) })
    },
  }
}

function encode({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

/** Copied, since a Buffer may begin where no number can. */
function decode(text: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)
}
