import type { InSlices } from '../in-slices.ts'
import type { QuestionTerm } from './question-terms.ts'
import type { TermPostings } from './term-postings.ts'

/** How soon a word that comes again adds nothing more, and how much a passage's length counts: BM25's k1 and b. */
const saturation = 1.2
const lengthShare = 0.5

/** How much passages have of the very words of a question, by BM25; 0 where nothing. A word is a piece of work. */
export async function fullTextScores(
  postings: TermPostings,
  question: readonly QuestionTerm[],
  inSlices: InSlices,
): Promise<Float32Array> {
  const scores = new Float32Array(postings.lengths.length)
  for (const { term, rarity } of question) {
    if (term !== undefined) await inSlices(() => addScores(scores, postings, { term, rarity }))
  }
  return scores
}

function addScores(
  scores: Float32Array,
  postings: TermPostings,
  { term, rarity }: { readonly term: number; readonly rarity: number },
): void {
  const { lengths, meanLength } = postings
  const holders = postings.holders(term)
  const counts = postings.counts(term)
  for (let at = 0; at < holders.length; at++) {
    const place = holders[at] ?? 0
    const count = counts[at] ?? 0
    const size = 1 - lengthShare + (lengthShare * (lengths[place] ?? 0)) / meanLength
    scores[place] = (scores[place] ?? 0) + (rarity * count * (saturation + 1)) / (count + saturation * size)
  }
}
