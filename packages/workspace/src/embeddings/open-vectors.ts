import { type CacheLocation, openCache, type Project } from '@scenewright/compiler'
import { InternalError, OperationError } from '@scenewright/model'
import type { EmbeddingsSetting } from '@scenewright/model/config'
import { count } from '@scenewright/model/text'
import { textHash } from '@scenewright/model/text-hash'
import type { VectorOf } from '@scenewright/simulator'
import { textToEmbed } from '@scenewright/simulator/embeddings'
import type { Host } from '../host.ts'
import { type CompileOptions, locateCache } from '../open-config.ts'
import { type Endpoint, readEndpoint } from './endpoint.ts'
import { fetchVectors } from './fetch-vectors.ts'

/** Stores vectors between runs, by a key of their text. */
interface VectorCache {
  read(): ReadonlyMap<string, Float32Array>
  /** Replaces the stored vectors. If there are too many, the last ones stay. */
  write(vectors: ReadonlyMap<string, Float32Array>): void
}

/** The maximum number of stored numbers: 48 MB. */
const maxNumbers = 12_000_000

/** The format version of stored vectors, in place of the build: vectors do not depend on the build. */
const form = 'vectors-1'

/** The known vectors, by text. Those in the cache are available once they are recalled. */
interface VectorStore {
  /** The vector of a text that this run has recalled or added. */
  get(text: string): Float32Array | undefined
  /** Whether the vector is known, at least in the cache. */
  recall(text: string): boolean
  /** Adds a vector. A different length is an OperationError `service`. */
  keep(text: string, vector: Float32Array): void
  /** Writes everything to the cache. Vectors that this run did not use are dropped first. */
  save(): void
  /** The dimension of its vectors; undefined if it has none. */
  length(): number | undefined
}

/** The vectors of texts, once they are fetched. */
export interface Vectors {
  /** Requesting one that was not fetched is an InternalError; a text without a letter or digit has none. */
  readonly of: VectorOf
  /** Loads these texts' vectors: from the cache, else from the endpoint. */
  fetch(texts: readonly string[]): Promise<void>
  /** The same for customers' texts: they are never written, and forgotten with the next call. */
  pass(texts: readonly string[]): Promise<void>
}

/** Opens the vectors of a project. Nothing is read or sent before the first call. */
export function openVectors(
  host: Host,
  options: CompileOptions,
  project: Project,
  setting: EmbeddingsSetting,
): Vectors {
  const endpoint = readEndpoint(setting, project, host.env)
  const isCached = options.cache !== false
  const cache = isCached ? openVectorCache(locateCache(host, project), project.root, endpoint) : undefined
  const store = createVectorStore(endpoint.model, cache)
  const passingStore = () => createVectorStore(endpoint.model, undefined, store)
  let passing = passingStore()
  return {
    of(text) {
      const sent = textToEmbed(text)
      if (sent === undefined) return undefined
      const vector = store.get(sent) ?? passing.get(sent)
      if (vector === undefined) throw new InternalError('a text was scored by meaning before its vector was fetched')
      return vector
    },
    async fetch(texts) {
      await fetchInto(store, missingIn(store, texts), { endpoint, host })
    },
    async pass(texts) {
      passing = passingStore()
      await fetchInto(passing, missingIn(store, texts), { endpoint, host })
    },
  }
}

/** The parts to send of texts whose vectors are unknown, without duplicates. */
function missingIn(store: VectorStore, texts: readonly string[]): readonly string[] {
  const sent = new Set(texts.flatMap(text => textToEmbed(text) ?? []))
  return [...sent].filter(text => !store.recall(text))
}

interface Fetching {
  readonly endpoint: Endpoint
  readonly host: Host
}

async function fetchInto(store: VectorStore, texts: readonly string[], { endpoint, host }: Fetching): Promise<void> {
  if (texts.length === 0) return
  let done = 0
  try {
    await fetchVectors(endpoint, texts, {
      signal: host.signal,
      onBatch(batch, vectors) {
        vectors.forEach((vector, at) => {
          store.keep(batch[at] ?? '', vector)
        })
        done += batch.length
        host.showProgress(`${done} of ${count(texts.length, 'text')} embedded …`)
      },
    })
  } finally {
    host.showProgress('')
    // Batches received before an error have been paid for as well.
    if (done > 0) store.save()
  }
}

/**
 * Creates a store for the vectors of a model; the cache is read on demand. Its vectors must have the same length as
 * those of another given store.
 */
function createVectorStore(model: string, cache?: VectorCache, beside?: VectorStore): VectorStore {
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

/** A customer message must not remain readable in a cache. */
function keyOf(text: string): string {
  return textHash(text)
}

function otherLength(model: string, before: number, now: number): OperationError {
  return new OperationError(
    'service',
    `the model "${model}" previously returned vectors with ${before} numbers, but now ${now}`,
    {
      help: 'the name now refers to another model: delete the cache folder, or use the exact name of the model',
    },
  )
}

/**
 * Opens the cache of an endpoint's vectors, next to the project's cache and equally protected: a damaged one, or one
 * not signed by this user, counts as empty. Undefined if there can be none.
 */
function openVectorCache(location: CacheLocation, root: string, endpoint: Endpoint): VectorCache | undefined {
  const { url, model, dimensions = null } = endpoint
  const about = { name: 'embeddings', root, subject: [url, model, dimensions] }
  const cache = openCache({ ...location, build: form }, about)
  if (cache === undefined) return undefined
  return {
    read: () => new Map(Array.from(cache.read().records, ([key, { value }]) => [key, decode(value)])),
    write(vectors) {
      const length = Math.max(1, vectors.values().next().value?.length ?? 1)
      const stored = [...vectors].slice(-Math.floor(maxNumbers / length))
      const records = stored.map(([key, vector]) => {
        return [key, { identity: undefined, hash: '', dependencies: [], value: encode(vector) }] as const
      })
      cache.write({ modules: new Map(), records: new Map(records) })
    },
  }
}

function encode({ buffer, byteOffset, byteLength }: Float32Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

/** Copied, because a Buffer may begin at an unaligned offset. */
function decode(text: string): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer)
}
