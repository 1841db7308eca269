import type { InSlices } from '../in-slices.ts'
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

/** A question in terms of the passages that it is put to. */
export interface ReadQuestion {
  readonly terms: readonly QuestionTerm[]
  /** How much a word tells that no passage has. */
  readonly mostRarity: number
}

/**
 * Words are weighed as if so many further passages stood beside the bot's own, which have none of them: so that what is
 * rare in a large bot is not taken for common in one of three passages.
 */
const background = 100

/** What a question asks for in terms of the passages; a word is a piece of work. */
export async function readQuestion(index: PassageIndex, query: string, inSlices: InSlices): Promise<ReadQuestion> {
  const { postings, searchWords, vocabulary } = index
  const passages = postings.lengths.length + background
  const terms: QuestionTerm[] = []
  for (const word of searchWords.ofQuestion(query)) {
    const near = await inSlices(() => vocabulary.near(word))
    const likest = near[0]?.term
    const holding = likest === undefined ? 0 : postings.holders(likest).length
    terms.push({ term: vocabulary.find(word), near, rarity: rarityOf(passages, holding) })
  }
  return { terms, mostRarity: rarityOf(passages, 0) }
}

function rarityOf(passages: number, holding: number): number {
  return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5))
}
