import type { InSlices } from '../in-slices.ts'
import { confidenceOf } from './confidence.ts'
import { fullTextScores } from './full-text.ts'
import { fuseRanks, largest } from './fuse-ranks.ts'
import { hashVector } from './hash-vector.ts'
import type { PassageIndex } from './passage-index.ts'
import { readQuestion } from './question-terms.ts'
import { wordLikenesses } from './word-likeness.ts'

/** A passage that was found, by its place, and how sure it is that it is about the question, from 0 to 1. */
export interface Hit {
  readonly place: number
  readonly score: number
}

/** How much each way to look counts; chosen on one half of the questions of the tests, as the ranks' offset is. */
const weights = { words: 1, likenesses: 2, cosines: 0.5 } as const
/** Vectors that are compared in one go. */
const slice = 4000
/** The best of each way to look, of which the ranks are put together. */
const mostRanked = 100

/**
 * The passages that a question is likely to be about, the likeliest first. Three ways to look are put together by rank:
 * the words, what is spelt like them, and the vectors; a passage that has nothing like any of the words is none of them,
 * whatever its vector. Every piece of work takes a few milliseconds.
 */
export async function searchPassages(
  index: PassageIndex,
  query: string,
  { take, inSlices }: { readonly take: number; readonly inSlices: InSlices },
): Promise<readonly Hit[]> {
  const question = await readQuestion(index, query, inSlices)
  if (question.terms.length === 0) return []
  const words = await fullTextScores(index.postings, question.terms, inSlices)
  const likenesses = await wordLikenesses(index.postings, question.terms, inSlices)
  const cosines = await compareAll(index, hashVector(query), inSlices)
  return inSlices(() =>
    fuseRanks([
      { places: largest(words, mostRanked), weight: weights.words },
      { places: largest(likenesses, mostRanked), weight: weights.likenesses },
      { places: largest(cosines, mostRanked), weight: weights.cosines },
    ])
      .filter(place => (likenesses[place] ?? 0) > 0)
      .slice(0, take)
      .map(place => ({ place, score: confidenceOf(likenesses[place] ?? 0, question) })),
  )
}

/** The cosines of a vector and all passages, by their places. */
export async function compareAll(index: PassageIndex, vector: Int8Array, inSlices: InSlices): Promise<Float32Array> {
  const cosines = new Float32Array(index.vectors.size)
  for (let start = 0; start < cosines.length; start += slice) {
    const end = Math.min(start + slice, cosines.length)
    await inSlices(() => index.vectors.compare(vector, cosines, { start, end }))
  }
  return cosines
}
