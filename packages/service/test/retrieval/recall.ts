import type { Language } from '@scenewright/model/config'
import { hashVector } from '../../src/retrieval/hash-vector.ts'
import { createIndexBuilder } from '../../src/retrieval/passage-index.ts'
import { type SemanticCosines, searchPassages } from '../../src/retrieval/search-passages.ts'
import { chunkText } from '../../src/retrieval/split-text.ts'
import { createTimeSlicer } from '../../src/runtime/time-slicer.ts'
import type { QuestionSet } from './sets.ts'

/** Documents found, the likeliest first, and how sure the first is. */
export interface Found {
  readonly ids: readonly string[]
  readonly score: number
}

/** A passage of a set, and the document that it belongs to. */
export interface SetPassage {
  readonly id: string
  readonly name: string
  readonly text: string
}

/** The passages of a set's documents, in the order of an index. */
export function passagesOf(documents: QuestionSet['documents']): readonly SetPassage[] {
  return documents.flatMap(({ id, name, text }) => Array.from(chunkText(text), chunk => ({ id, name, text: chunk })))
}

/** A search over a set's documents, as a bot of that language does it. */
export async function createSearch(language: Language, documents: QuestionSet['documents']) {
  const slicer = createTimeSlicer()
  const builder = createIndexBuilder(language, slicer)
  const passages = passagesOf(documents)
  for (const { name, text } of passages) builder.add({ name, text, vector: hashVector(text), isHidden: false })
  const index = await builder.finish()
  return async (query: string, semantic?: SemanticCosines): Promise<Found> => {
    const hits = await searchPassages(index, query, { take: 5, slicer, semantic })
    return { ids: hits.map(({ place }) => passages[place]?.id ?? ''), score: hits[0]?.score ?? 0 }
  }
}
