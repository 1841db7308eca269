import type { Project } from '@scenewright/compiler'
import { type EmbeddingsSetting, InternalError } from '@scenewright/model'
import { fold, type VectorOf } from '@scenewright/simulator'
import type { Invocation } from '../command.ts'
import { type CompileOptions, cacheOf } from '../project.ts'
import { count } from '../report/count.ts'
import { progressLine } from '../terminal/progress.ts'
import { type Endpoint, readEndpoint } from './endpoint.ts'
import { fetchVectors } from './fetch-vectors.ts'
import { openVectorCache } from './vector-cache.ts'
import { createVectorStore, type VectorStore } from './vector-store.ts'

/** The vectors of texts, once they are fetched. */
export interface Vectors {
  /** To ask for one that was not fetched is an InternalError; a text without a letter or digit has none. */
  readonly of: VectorOf
  /** Makes sure of these texts' vectors: from the cache, else from the endpoint. */
  fetch(texts: readonly string[]): Promise<void>
  /** The same for texts of others: nothing of them is written, and they are forgotten with the next call. */
  pass(texts: readonly string[]): Promise<void>
}

/** The characters of a text that are sent: models read no more, and as many as the offline scorer reads. */
const sentLength = 2_000

/** Opens what gives vectors for a project. Nothing is read or sent before it is asked. */
export function openVectors(
  invocation: Invocation,
  options: CompileOptions,
  project: Project,
  setting: EmbeddingsSetting,
): Vectors {
  const endpoint = readEndpoint(setting, project, invocation.env)
  const isKept = options.cache !== false
  const cache = isKept ? openVectorCache(cacheOf(invocation, project), project.root, endpoint) : undefined
  const store = createVectorStore(endpoint.model, cache)
  const passingStore = () => createVectorStore(endpoint.model, undefined, store)
  let passing = passingStore()
  return {
    of(text) {
      const sent = sentPart(text)
      if (sent === undefined) return undefined
      const vector = store.get(sent) ?? passing.get(sent)
      if (vector === undefined) throw new InternalError('a text was scored by meaning before its vector was fetched')
      return vector
    },
    async fetch(texts) {
      await fetchInto(store, missingIn(store, texts), { endpoint, invocation })
    },
    async pass(texts) {
      passing = passingStore()
      await fetchInto(passing, missingIn(store, texts), { endpoint, invocation })
    },
  }
}

/** What is sent of those texts whose vectors are not known, once each. */
function missingIn(store: VectorStore, texts: readonly string[]): readonly string[] {
  const sent = new Set(texts.flatMap(text => sentPart(text) ?? []))
  return [...sent].filter(text => !store.recall(text))
}

interface Fetching {
  readonly endpoint: Endpoint
  readonly invocation: Invocation
}

async function fetchInto(
  store: VectorStore,
  texts: readonly string[],
  { endpoint, invocation }: Fetching,
): Promise<void> {
  if (texts.length === 0) return
  const progress = progressLine(invocation.terminal)
  let done = 0
  try {
    await fetchVectors(endpoint, texts, {
      signal: invocation.signal,
      onBatch(batch, vectors) {
        vectors.forEach((vector, at) => {
          store.keep(batch[at] ?? '', vector)
        })
        done += batch.length
        progress.show(`${done} of ${count(texts.length, 'text')} embedded …`)
      },
    })
  } finally {
    progress.show('')
    // What came before a fault has been paid for as well.
    if (done > 0) store.save()
  }
}

/** What of a text is sent; undefined for one without a letter or digit. */
function sentPart(text: string): string | undefined {
  const part = text.trim().slice(0, sentLength)
  // Half of a pair is no character, and endpoints refuse it.
  return fold(part) === '' ? undefined : part.toWellFormed()
}
