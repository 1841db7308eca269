import type { ReadQuestion } from './question-terms.ts'

/** How much what a passage leaves out of a question takes away from what it has. */
const sharePower = 0.2
/** What a passage has at even odds, in words that no other passage has. */
const evenOdds = 0.72

/**
 * How sure it is that a passage answers a question of which it has a share, from 0 to 1; 0.5 is even odds. What counts
 * most is how much it has at all: customers say more than the documents that answer them.
 */
export function confidenceOf(share: number, { terms, mostRarity }: ReadQuestion): number {
  const total = terms.reduce((sum, { rarity }) => sum + rarity, 0)
  const evidence = ((share * total) / mostRarity) * share ** sharePower
  return evidence / (evidence + evenOdds)
}
