import type { QuestionTerm } from './question-terms.ts'
import type { TermPostings } from './term-postings.ts'

/** What is spelt a little otherwise counts less by so much more. */
const likenessPower = 1.5

/**
 * The share of a question that passages have, from 0 to 1: each word counts by its rarity, and by how alike the likest
 * word of the passage is to it.
 */
export function wordLikenesses(postings: TermPostings, question: readonly QuestionTerm[]): Float32Array {
  const shares = new Float32Array(postings.lengths.length)
  const total = question.reduce((sum, { rarity }) => sum + rarity, 0)
  // The number of the word, counted from 1, that a passage was last met for: the likest comes first.
  const met = new Uint8Array(shares.length)
  question.forEach(({ near, rarity }, at) => {
    for (const { term, likeness } of near) {
      const part = (rarity / total) * likeness ** likenessPower
      for (const place of postings.holders(term)) {
        if (met[place] === at + 1) continue
        met[place] = at + 1
        shares[place] = (shares[place] ?? 0) + part
      }
    }
  })
  return shares
}
