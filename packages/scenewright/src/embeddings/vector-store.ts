import { OperationError } from '@scenewright/model'
import type { VectorCache } from './vector-cache.ts'

/** The vectors that are known by now, by their texts; what a cache holds counts once it is asked for. */
export interface VectorStore {
  /** The vector of a text that this run has recalled or kept. */
  get(text: string): Float32Array | undefined
  /** Whether the vector is known, be it from the cache. */
  recall(text: string): boolean
  /** Takes a new vector. One of another length than the others is an OperationError `service`. */
  keep(text: string, vector: Float32Array): void
  /** Writes all to the cache. What this run did not use is the first to go. */
  save(): void
  /** How many numbers its vectors have; undefined where it has none. */
  length(): number | undefined
}

/**
 * Makes one for the vectors of a model; the cache is read when it is first needed. Beside another store its vectors are
 * to be as long as those there.
 */
export function createVectorStore(model: string, cache?: VectorCache, beside?: VectorStore): VectorStore {
  const used = new Map<string, Float32Array>()
  let read: ReadonlyMap<string, Float32Array> | undefined
  const cached = () => {
    read ??= cache?.read() ?? new Map()
    return read
  }
  const length = () => used.values().next().value?.length ?? beside?.length()
  return {
    length,
    get: text => used.get(keyOf(text)),
    recall(text) {
      const key = keyOf(text)
      const vector = used.get(key) ?? cached().get(key)
      if (vector !== undefined) used.set(key, vector)
      return vector !== undefined
    },
    keep(text, vector) {
      const before = length() ?? vector.length
      if (vector.length !== before) throw otherLength(model, before, vector.length)
      used.set(keyOf(text), vector)
    },
    save: () => cache?.write(new Map([...Array.from(cached()).filter(([key]) => !used.has(key)), ...used])),
  }
}

/** A message of a customer is not left to be read in a cache. */
function keyOf(text: string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', text)
}

function otherLength(model: string, before: number, now: number): OperationError {
  return new OperationError('service', `the model "${model}" gave vectors of ${before} numbers before and ${now} now`, {
    help: 'another model stands behind the name: delete the folder of the cache, or name the model exactly',
  })
}
