import type { Language } from '@scenewright/model'
import { wordShareIn } from './function-words.ts'
import { lengthOf, type SparseVector } from './sparse-vector.ts'
import { gramsOf, wordsOf } from './tokens.ts'

/** The features that a bot's scenarios are made of, and how much each tells. */
export interface Vocabulary {
  /** The number of features; they are numbered from 0. */
  readonly size: number
  /** A text as a vector of its words and its letter runs. */
  vectorOf(text: string): SparseVector
  /** How much a word tells: the rarer among the scenarios, the more. */
  wordWeight(word: string): number
}

/**
 * The words' share of a vector; letter runs have the rest, which lets inflected and mistyped words meet (measured on
 * the training parts of CLINC150 and BANKING77).
 */
const wordShare = 1 / 3

/**
 * Features are weighed as if so many further scenarios stood beside the bot's own, so that what tells in a large bot
 * tells about as much in one of eight scenarios. Measured as above: from 50 to 1,000 there is little to choose.
 */
const background = 200

/** Makes the vocabulary of scenarios, each given as its texts. A feature tells less the more scenarios have it. */
export function createVocabulary(scenarios: readonly (readonly string[])[], language: Language): Vocabulary {
  const { numbers, holders } = numberFeatures(scenarios)
  const shareOf = wordShareIn(language)
  const rarities = holders.map(holding => rarity(scenarios.length, holding))
  const unknown = rarity(scenarios.length, 0)
  const rarityOf = (name: string): number => rarities[numbers.get(name) ?? -1] ?? unknown
  return {
    size: numbers.size,
    vectorOf(text) {
      const words = wordsOf(text)
      return join(
        channel(words, word => [wordName(word)]),
        channel(words, gramsOf),
      )
    },
    wordWeight: word => rarityOf(wordName(word)) * shareOf(word),
  }

  /** Features that no scenario has find no partner, but count in the length: a message of unknown words is far away. */
  function channel(words: readonly string[], namesOf: (word: string) => readonly string[]): SparseVector {
    const amounts = new Map<string, number>()
    for (const word of words) {
      const share = shareOf(word)
      for (const name of namesOf(word)) amounts.set(name, (amounts.get(name) ?? 0) + share)
    }
    const entries = Array.from(amounts, ([name, amount]) => ({
      feature: numbers.get(name),
      weight: amount * rarityOf(name),
    }))
    const length = lengthOf(entries.map(entry => entry.weight))
    const features: number[] = []
    const weights: number[] = []
    for (const { feature, weight } of entries) {
      if (feature === undefined) continue
      features.push(feature)
      weights.push(weight / length)
    }
    return { features, weights }
  }
}

/** Gives each feature a number, and counts the scenarios that have it. */
function numberFeatures(scenarios: readonly (readonly string[])[]) {
  const numbers = new Map<string, number>()
  const holders: number[] = []
  for (const texts of scenarios) {
    const own = new Set(texts.flatMap(text => wordsOf(text).flatMap(word => [wordName(word), ...gramsOf(word)])))
    for (const name of own) {
      const feature = numbers.get(name) ?? numbers.size
      numbers.set(name, feature)
      holders[feature] = (holders[feature] ?? 0) + 1
    }
  }
  return { numbers, holders }
}

/** The two kinds have no feature in common, so that the roots of their shares make a vector of length 1. */
function join(words: SparseVector, grams: SparseVector): SparseVector {
  return {
    features: [...words.features, ...grams.features],
    weights: [
      ...words.weights.map(weight => weight * Math.sqrt(wordShare)),
      ...grams.weights.map(weight => weight * Math.sqrt(1 - wordShare)),
    ],
  }
}

function rarity(scenarios: number, holding: number): number {
  return Math.log((scenarios + background + 1) / (holding + 0.5))
}

/** No letter run has a space: it keeps the two kinds apart. */
function wordName(word: string): string {
  return ` ${word}`
}
