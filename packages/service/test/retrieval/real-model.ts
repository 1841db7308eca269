import { dot } from '@scenewright/simulator/embeddings'
import { createEmbeddings } from '../../src/providers/embeddings.ts'
import type { EmbeddingsSettings } from '../../src/providers/provider-settings.ts'
import { backgroundLevel } from '../../src/resources/embeddings/vectors.ts'
import { createTimeSlicer } from '../../src/runtime/time-slicer.ts'
import { machineTimers } from '../../src/runtime/timers.ts'
import type { CompareByMeaning } from './measure.ts'

/** Compares with the vectors of a model behind an address, by the client of the service. */
export function compareWith(settings: EmbeddingsSettings): CompareByMeaning {
  const dependencies = { fetch: globalThis.fetch, timers: machineTimers, onCalled: () => {}, onChange: () => {} }
  const model = createEmbeddings({ ...settings, allowPrivate: true }, dependencies).modelOf({ embedding_version: null })
  if (model === undefined) throw new Error('The settings have no default version.')
  return async (_language, passages) => {
    const space = await model.space()
    const vectors: Float32Array[] = []
    for (let from = 0; from < passages.length; from += model.batch) {
      const texts = passages.slice(from, from + model.batch).map(({ name, text }) => `${name}\n${text}`)
      vectors.push(...(await model.embed(texts)).vectors)
    }
    const documents = vectors.map(numbers => ({ version: '', numbers }))
    const background = await createTimeSlicer().finish(backgroundLevel(documents, space))
    return async ({ text }) => {
      const [question = new Float32Array()] = (await model.embed([text])).vectors
      return { cosines: Float32Array.from(vectors, vector => dot(question, vector)), background }
    }
  }
}
