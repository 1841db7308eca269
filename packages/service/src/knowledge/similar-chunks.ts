import type { InSlices } from '../in-slices.ts'
import type { PassageIndex } from '../retrieval/passage-index.ts'
import { compareAll } from '../retrieval/search-passages.ts'
import type { LoadedIndex } from './load-index.ts'

/** A passage, and how near it is, as a cosine. */
export interface SimilarChunk {
  readonly knowledge_id: string
  readonly position: number
  readonly score: number
}

/** Vectors of one text that are compared; of more, so many that stand at even distances. */
const mostCompared = 100

/** All passages of an index in their order, with the largest cosine that each has with one of the vectors. */
export async function similarChunks(
  index: PassageIndex,
  vectors: readonly Int8Array[],
  { rowAt, inSlices }: Pick<LoadedIndex, 'rowAt'> & { readonly inSlices: InSlices },
): Promise<readonly SimilarChunk[]> {
  const nearest = new Float32Array(index.vectors.size)
  for (const vector of spread(vectors)) {
    const cosines = await compareAll(index, vector, inSlices)
    await inSlices(() => {
      for (let place = 0; place < nearest.length; place++) {
        nearest[place] = Math.max(nearest[place] ?? 0, cosines[place] ?? 0)
      }
    })
  }
  return inSlices(() => Array.from(nearest, (score, place) => ({ ...rowAt(place), score })))
}

function spread(vectors: readonly Int8Array[]): readonly Int8Array[] {
  const step = Math.max(1, vectors.length / mostCompared)
  const count = Math.min(vectors.length, mostCompared)
  return Array.from({ length: count }, (_, at) => vectors[Math.floor(at * step)] ?? new Int8Array())
}
