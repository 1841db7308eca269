import type { Project } from '@scenewright/compiler'
import { type EmbeddingsSetting, InternalError, OperationError } from '@scenewright/model'
import { fold, type VectorOf } from '@scenewright/simulator'
import type { Invocation } from '../command.ts'
import { type CompileOptions, cacheOf } from '../project.ts'
import { count } from '../report/count.ts'
import { progressLine } from '../terminal/progress.ts'
import { readEndpoint } from './endpoint.ts'
import { fetchVectors } from './fetch-vectors.ts'
import { openVectorCache } from './vector-cache.ts'

/** The vectors of texts, once they are fetched. */
export interface Vectors {
  /** To ask for one that was not fetched is an InternalError; a text without a letter or digit has none. */
  readonly of: VectorOf
  /** Makes sure of these texts' vectors: from the cache, else from the endpoint. */
  fetch(texts: readonly string[]): Promise<void>
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
  const { terminal, signal, env } = invocation
  const endpoint = readEndpoint(setting, project, env)
  const isKept = options.cache !== false
  const cache = isKept ? openVectorCache(cacheOf(invocation, project), project.root, endpoint) : undefined
  let old: ReadonlyMap<string, Float32Array> | undefined
  const known = new Map<string, Float32Array>()
  const recall = (text: string) => {
    const key = keyOf(text)
    const vector = known.get(key) ?? old?.get(key)
    if (vector !== undefined) known.set(key, vector)
    return vector
  }
  const keep = (text: string, vector: Float32Array) => {
    const length = known.values().next().value?.length ?? vector.length
    if (vector.length !== length) throw otherLength(endpoint.model, [length, vector.length])
    known.set(keyOf(text), vector)
  }
  return {
    of(text) {
      const sent = sentPart(text)
      if (sent === undefined) return undefined
      const vector = known.get(keyOf(sent))
      if (vector === undefined) throw new InternalError('a text was scored by meaning before its vector was fetched')
      return vector
    },
    async fetch(texts) {
      old ??= cache?.read() ?? new Map()
      const missing = [...new Set(texts.flatMap(text => sentPart(text) ?? []))].filter(text => !recall(text))
      if (missing.length === 0) return
      const progress = progressLine(terminal)
      let done = 0
      try {
        await fetchVectors(endpoint, missing, {
          signal,
          onBatch(batch, vectors) {
            batch.forEach((text, at) => {
              const vector = vectors[at]
              if (vector !== undefined) keep(text, vector)
            })
            done += batch.length
            progress.show(`${done} of ${count(missing.length, 'text')} embedded …`)
          },
        })
      } finally {
        progress.show('')
        // What came before a fault has been paid for as well. The latest used are the last to go.
        if (done > 0) cache?.write(new Map([...unused(old, known), ...known]))
      }
    },
  }
}

/** What of a text is sent; undefined for one without a letter or digit. */
function sentPart(text: string): string | undefined {
  const part = text.trim().slice(0, sentLength)
  // Half of a pair is no character, and endpoints refuse it.
  return fold(part) === '' ? undefined : part.toWellFormed()
}

/** A message of a customer is not left to be read in a cache. */
function keyOf(text: string): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', text)
}

function unused(
  old: ReadonlyMap<string, Float32Array>,
  known: ReadonlyMap<string, Float32Array>,
): readonly (readonly [string, Float32Array])[] {
  return [...old].filter(([key]) => !known.has(key))
}

function otherLength(model: string, [before, now]: readonly [number, number]): OperationError {
  return new OperationError('service', `the model "${model}" gave vectors of ${before} numbers before and ${now} now`, {
    help: 'another model stands behind the name: delete the folder of the cache, or name the model exactly',
  })
}
