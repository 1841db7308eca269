import type { PassageIndex } from './passage-index.ts'
import type { NearWord } from './vocabulary.ts'

/** A word of a question. */
export interface QuestionTerm {
  /** The number of the word itself, or undefined where no passage has it. */
  readonly term: number | undefined
  /** The words of passages that are spelt like it, the likest first. */
  readonly near: readonly NearWord[]
  /** How much it tells: the more the fewer passages have it. */
  readonly rarity: number
}

/** What a question asks for in terms of the passages. */
export function readQuestion(index: PassageIndex, query: string): readonly QuestionTerm[] {
  return index.searchWords.ofQuestion(query).map(word => {
    const near = index.vocabulary.near(word)
    return { term: index.vocabulary.find(word), near, rarity: rarityOf(index, near[0]?.term) }
  })
}

function rarityOf({ postings }: PassageIndex, term: number | undefined): number {
  const holding = term === undefined ? 0 : postings.holders(term).length
  return Math.log(1 + (postings.lengths.length - holding + 0.5) / (holding + 0.5))
}
