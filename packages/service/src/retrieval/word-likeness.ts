import type { InSlices } from '../in-slices.ts'
import type { QuestionTerm } from './question-terms.ts'
import type { TermPostings } from './term-postings.ts'

/** What is spelt a little otherwise counts less by so much more. */
const likenessPower = 1.5

/**
 * The share of a question that passages have, from 0 to 1: each word counts by its rarity, and by how alike the likest
 * word of the passage is to it. A word is a piece of work.
 */
export async function wordLikenesses(
  postings: TermPostings,
  question: readonly QuestionTerm[],
  inSlices: InSlices,
): Promise<Float32Array> {
  const shares = new Float32Array(postings.lengths.length)
  const total = question.reduce((sum, { rarity }) => sum + rarity, 0)
  // The number of the word, counted from 1, that a passage was last met for: the likest comes first.
  const met = new Uint8Array(shares.length)
  for (const [at, { near, rarity }] of question.entries()) {
    await inSlices(() => {
      for (const { term, likeness } of near) {
        const part = (rarity / total) * likeness ** likenessPower
        const holders = postings.holders(term)
        for (let slot = 0; slot < holders.length; slot++) {
          const place = holders[slot] ?? 0
          if (met[place] === at + 1) continue
          met[place] = at + 1
          shares[place] = (shares[place] ?? 0) + part
        }
      }
    })
  }
  return shares
}
