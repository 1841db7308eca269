import type { SparseVector } from '../trigger/sparse-vector.ts'
import { lengthOf } from '../trigger/sparse-vector.ts'
import { gramsOf, wordsOf } from '../trigger/tokens.ts'

/** Messages as vectors of their words and letter runs, and which features are words. */
export interface TermVectors {
  readonly vectors: readonly SparseVector[]
  /** The words by their features. */
  readonly words: ReadonlyMap<number, string>
}

/** As much of a vector's weight do its words have; its letter runs, which inflected forms share, have the rest. */
const wordShare = 0.4

/** Of its rarity a feature of one message alone keeps as much. */
const singleShare = 0.4

/** Weighs a feature the more, the fewer of the messages have it. */
export function termVectors(messages: readonly string[]): TermVectors {
  const features = new Map<string, number>()
  const words = new Map<number, string>()
  const counts: number[] = []
  const featureOf = (term: string) => {
    const known = features.get(term)
    if (known !== undefined) return known
    features.set(term, features.size)
    counts.push(0)
    return features.size - 1
  }
  const found = messages.map(message => {
    const own = [...new Set(wordsOf(message))]
    const ofWords = own.map(word => featureOf(` ${word}`))
    ofWords.forEach((feature, place) => {
      words.set(feature, own[place] ?? '')
    })
    const ofGrams = [...new Set(own.flatMap(word => gramsOf(word).map(featureOf)))]
    for (const feature of [...ofWords, ...ofGrams]) counts[feature] = (counts[feature] ?? 0) + 1
    return [ofWords, ofGrams] as const
  })
  // What no other message has brings none together: it only tells how much of a message is left.
  const rarity = counts.map(count => Math.log(1 + messages.length / count) * (count === 1 ? singleShare : 1))
  return { vectors: found.map(([ofWords, ofGrams]) => vectorOf(ofWords, ofGrams, rarity)), words }
}

function vectorOf(words: readonly number[], grams: readonly number[], rarity: readonly number[]): SparseVector {
  const weigh = (features: readonly number[], share: number) => {
    const weights = features.map(feature => rarity[feature] ?? 0)
    const length = lengthOf(weights)
    return weights.map(weight => (length > 0 ? (weight * Math.sqrt(share)) / length : 0))
  }
  return {
    features: [...words, ...grams],
    weights: [...weigh(words, wordShare), ...weigh(grams, 1 - wordShare)],
  }
}
