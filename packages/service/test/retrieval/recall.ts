import type { Language } from '@scenewright/model/config'
import { hashVector } from '../../src/retrieval/hash-vector.ts'
import { createIndexBuilder } from '../../src/retrieval/passage-index.ts'
import { searchPassages } from '../../src/retrieval/search-passages.ts'
import { chunkText } from '../../src/retrieval/split-text.ts'
import { createTimeSlicer } from '../../src/runtime/time-slicer.ts'
import type { QuestionSet } from './sets.ts'

/** Documents found, the likeliest first, and how sure the first is. */
export interface Found {
  readonly ids: readonly string[]
  readonly score: number
}

/** A search over a set's documents, as a bot of that language does it. */
export async function createSearch(language: Language, documents: QuestionSet['documents']) {
  const slicer = createTimeSlicer()
  const builder = createIndexBuilder(language, slicer)
  const ids: string[] = []
  for (const { id, name, text } of documents) {
    for (const chunk of chunkText(text)) {
      builder.add({ name, text: chunk, vector: hashVector(chunk), isHidden: false })
      ids.push(id)
    }
  }
  const index = await builder.finish()
  return async (query: string, take = 5): Promise<Found> => {
    const hits = await searchPassages(index, query, { take, slicer })
    return { ids: hits.map(({ place }) => ids[place] ?? ''), score: hits[0]?.score ?? 0 }
  }
}
