import type { QuestionTerm } from './question-terms.ts'
import type { TermPostings } from './term-postings.ts'

/** How soon a word that comes again adds nothing more, and how much a passage's length counts: BM25's k1 and b. */
const saturation = 1.2
const lengthShare = 0.5

/** How much passages have of the very words of a question, by BM25; 0 where nothing. */
export function fullTextScores(postings: TermPostings, question: readonly QuestionTerm[]): Float32Array {
  const { lengths } = postings
  const scores = new Float32Array(lengths.length)
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  for (const { term, rarity } of question) {
    if (term === undefined) continue
    const counts = postings.counts(term)
    postings.holders(term).forEach((place, at) => {
      const count = counts[at] ?? 0
      const size = 1 - lengthShare + (lengthShare * (lengths[place] ?? 0)) / mean
      scores[place] = (scores[place] ?? 0) + (rarity * count * (saturation + 1)) / (count + saturation * size)
    })
  }
  return scores
}
