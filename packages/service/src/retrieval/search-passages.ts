import type { TimeSlicer } from '../runtime/time-slicer.ts'
import { hashVector } from './hash-vector.ts'
import type { PassageIndex } from './passage-index.ts'
import type { TermPostings } from './term-postings.ts'
import type { NearWord } from './vocabulary.ts'

/**
 * From this score on, a passage counts as an answer to the question. Measured on the test sets: 0.92 of the 201
 * questions that the documents answer reach it (0.79 with a typo in every second word), and 0.15 of the 40 that they do
 * not answer.
 */
export const answerConfidence = 0.5

/** The exponent that discounts similar spellings. */
const similarityPower = 1.5

/** How soon repeating a word adds nothing more, and how much a passage's length matters: BM25's k1 and b. */
const saturation = 1.2

const lengthShare = 0.5

/** How much the missing words of a question reduce the score of a passage. */
const sharePower = 0.2

/** The evidence for even odds, in words that occur in no other passage. */
const evenOdds = 0.72

/** A passage that was found, by its position, and the confidence that it answers the question, from 0 to 1. */
interface Hit {
  readonly place: number
  readonly score: number
}

/** The weights of the search methods; chosen, like the ranks' offset, with one half of the questions of the tests. */
const weights = { words: 1, similarities: 2, cosines: 0.5 } as const
/**
 * The weight of the ranking by meaning, if there is one. The others are then multiplied by the confidence of the best
 * passage by words: where no words match, their order means nothing. Chosen with simulated models, so that a good model
 * improves the results, and a bad one does not spoil them.
 */
const meaningWeight = 1.5
/** The number of vectors compared in one step. */
const slice = 4000
/** The number of results of each search method whose ranks are fused. */
const maxRanked = 100

/** How close the passages are to a question by their meaning: the cosines of vectors from an embedding model. */
export interface SemanticCosines {
  /** By position; 0 for a passage without a vector. */
  readonly cosines: Float32Array
  /** The cosine that the passages reach for texts about anything. */
  readonly background: number
}

/**
 * The relative cosine of a passage is the position of its cosine between that of texts about anything and 1, because
 * models differ in the range of their cosines. From `relatedFrom` on, a passage is found without any similar word; at
 * `evenOddsAt`, it answers the question with even odds. These are usual values of public models, not measured on the
 * test sets.
 */
const relatedFrom = 0.15

const evenOddsAt = 0.35

/** How fast the confidence grows with the relative cosine: 0.1 more than even is three to one. */
const oddsSlope = 11

interface SearchOptions {
  readonly take: number
  readonly slicer: TimeSlicer
  readonly semantic?: SemanticCosines | undefined
}

/**
 * The passages that probably answer a question, the most likely first. Three methods are fused by rank: words, similar
 * spellings, and hashed vectors; `semantic` is a fourth one. A passage without any similar word is left out, unless its
 * relative cosine is high enough. Every step takes a few milliseconds.
 */
export async function searchPassages(
  index: PassageIndex,
  query: string,
  { take, slicer, semantic }: SearchOptions,
): Promise<readonly Hit[]> {
  const question = await readQuestion(index, query, slicer)
  if (question.terms.length === 0) return []
  const words = await fullTextScores(index.postings, question.terms, slicer)
  const similarities = await wordSimilarities(index.postings, question.terms, slicer)
  const cosines = await compareAll(index, hashVector(query), slicer)
  const relative = semantic && (await slicer.run(() => relativeCosines(semantic, index)))
  const trust = relative === undefined ? 1 : confidenceOf(highest(similarities), question)
  return slicer.run(() =>
    fuseRanks([
      { places: largest(words, maxRanked), weight: weights.words * trust },
      { places: largest(similarities, maxRanked), weight: weights.similarities * trust },
      { places: largest(cosines, maxRanked), weight: weights.cosines * trust },
      ...(relative === undefined ? [] : [{ places: largest(relative, maxRanked), weight: meaningWeight }]),
    ])
      .filter(place => (similarities[place] ?? 0) > 0 || (relative?.[place] ?? 0) >= relatedFrom)
      .slice(0, take)
      .map(place => {
        const byWords = confidenceOf(similarities[place] ?? 0, question)
        return {
          place,
          score: relative === undefined ? byWords : Math.max(byWords, confidenceByMeaning(relative[place] ?? 0)),
        }
      }),
  )
}

/** The relative cosine of each passage; not above 0 for a passage that no question finds, or without a vector. */
function relativeCosines({ cosines, background }: SemanticCosines, { postings }: PassageIndex): Float32Array {
  return cosines.map((cosine, place) =>
    (postings.lengths[place] ?? 0) === 0 ? 0 : (cosine - background) / Math.max(1e-3, 1 - background),
  )
}

/** The confidence that a passage of this relative cosine answers the question. */
function confidenceByMeaning(relative: number): number {
  return 1 / (1 + Math.exp(-oddsSlope * (relative - evenOddsAt)))
}

/** The cosines of a vector and all passages, by position. */
export async function compareAll(index: PassageIndex, vector: Int8Array, slicer: TimeSlicer): Promise<Float32Array> {
  const cosines = new Float32Array(index.vectors.size)
  for (let start = 0; start < cosines.length; start += slice) {
    const end = Math.min(start + slice, cosines.length)
    await slicer.run(() => index.vectors.compare(vector, cosines, { start, end }))
  }
  return cosines
}

/**
 * The confidence that a passage answers a question, given the share that it covers, from 0 to 1; 0.5 is even odds. The
 * absolute amount matters most: customers write more than the documents that answer them.
 */
function confidenceOf(share: number, { terms, maxIdf }: ReadQuestion): number {
  const total = terms.reduce((sum, { idf }) => sum + idf, 0)
  const evidence = ((share * total) / maxIdf) * share ** sharePower
  return evidence / (evidence + evenOdds)
}

/** The BM25 scores of passages for the exact words of a question; 0 if there are none. One step per word. */
async function fullTextScores(
  postings: TermPostings,
  question: readonly QuestionTerm[],
  slicer: TimeSlicer,
): Promise<Float32Array> {
  const scores = new Float32Array(postings.lengths.length)
  for (const { term, idf } of question) {
    if (term !== undefined) await slicer.run(() => addScores(scores, postings, { term, idf }))
  }
  return scores
}

function addScores(
  scores: Float32Array,
  postings: TermPostings,
  { term, idf }: { readonly term: number; readonly idf: number },
): void {
  const { lengths, meanLength } = postings
  const holders = postings.holders(term)
  const counts = postings.counts(term)
  for (let at = 0; at < holders.length; at++) {
    const place = holders[at] ?? 0
    const count = counts[at] ?? 0
    const size = 1 - lengthShare + (lengthShare * (lengths[place] ?? 0)) / meanLength
    scores[place] = (scores[place] ?? 0) + (idf * count * (saturation + 1)) / (count + saturation * size)
  }
}

/**
 * The share of a question that passages cover, from 0 to 1: each word counts by its inverse document frequency, and by
 * the similarity of the most similar word of the passage. One step per word.
 */
async function wordSimilarities(
  postings: TermPostings,
  question: readonly QuestionTerm[],
  slicer: TimeSlicer,
): Promise<Float32Array> {
  const shares = new Float32Array(postings.lengths.length)
  const total = question.reduce((sum, { idf }) => sum + idf, 0)
  // The number of the word, counted from 1, for which a passage was last visited: the most similar word comes first.
  const met = new Uint8Array(shares.length)
  for (const [at, { near, idf }] of question.entries()) {
    await slicer.run(() => {
      for (const { term, similarity } of near) {
        const part = (idf / total) * similarity ** similarityPower
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

/** Positions, best first, and the weight of this ranking. */
interface WeightedOrder {
  readonly places: readonly number[]
  readonly weight: number
}

/** With a lower value, the first ranks have more weight. */
const rankOffset = 5

/** Fuses rankings: positions that are early in several come first; ties go to the lower position. */
function fuseRanks(orders: readonly WeightedOrder[]): readonly number[] {
  const scores = new Map<number, number>()
  for (const { places, weight } of orders) {
    places.forEach((place, rank) => {
      scores.set(place, (scores.get(place) ?? 0) + weight / (rankOffset + rank))
    })
  }
  return [...scores].sort(([a, one], [b, other]) => other - one || a - b).map(([place]) => place)
}

function highest(scores: Float32Array): number {
  return scores.reduce((max, score) => Math.max(max, score), 0)
}

/** The positions of the largest scores above 0, the largest first; for equal scores the lower position. */
function largest(scores: Float32Array, max: number): readonly number[] {
  const places: number[] = []
  let min = 0
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] ?? 0
    if (score <= min) continue
    places.push(place)
    if (places.length < max * 4) continue
    keepLargest(places, scores, max)
    min = scores[places[max - 1] ?? 0] ?? 0
  }
  return keepLargest(places, scores, max)
}

function keepLargest(places: number[], scores: Float32Array, max: number): number[] {
  places.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
  places.length = Math.min(places.length, max)
  return places
}

/** A word of a question. */
interface QuestionTerm {
  /** The number of the word itself, or undefined if no passage has it. */
  readonly term: number | undefined
  /** The words of passages with a similar spelling, the most similar first. */
  readonly near: readonly NearWord[]
  /** The inverse document frequency: higher for rarer words. */
  readonly idf: number
}

/** A question in terms of the vocabulary of the passages. */
interface ReadQuestion {
  readonly terms: readonly QuestionTerm[]
  /** The inverse document frequency of a word that no passage has. */
  readonly maxIdf: number
}

/**
 * Words are weighted as if there were this many further passages without any of them: so that a word that would be rare
 * in a large bot does not count as common in one of three passages.
 */
const background = 100

/** Reads the terms of a question against the index; each word is one piece of work. */
async function readQuestion(index: PassageIndex, query: string, slicer: TimeSlicer): Promise<ReadQuestion> {
  const { postings, searchWords, vocabulary } = index
  const passages = postings.lengths.length + background
  const terms: QuestionTerm[] = []
  for (const word of searchWords.ofQuestion(query)) {
    const near = await slicer.run(() => vocabulary.near(word, postings.has))
    const mostSimilar = near[0]?.term
    const holding = mostSimilar === undefined ? 0 : postings.holders(mostSimilar).length
    terms.push({ term: vocabulary.find(word), near, idf: inverseDocumentFrequency(passages, holding) })
  }
  return { terms, maxIdf: inverseDocumentFrequency(passages, 0) }
}

function inverseDocumentFrequency(passages: number, holding: number): number {
  return Math.log(1 + (passages - holding + 0.5) / (holding + 0.5))
}
