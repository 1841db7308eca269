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
  const { numbers, holders, knownWords } = numberFeatures(scenarios)
  const shareOf = wordShareIn(language)
  const rarities = holders.map(holding => rarity(scenarios.length, holding))
  const unknown = rarity(scenarios.length, 0)
  const featureOf = (name: string): Feature => numbers.get(name) ?? name
  const rarityOf = (feature: Feature): number =>
    (typeof feature === 'number' ? rarities[feature] : undefined) ?? unknown
  const described = (word: string, names: WordNames): WordFeatures => {
    return { word: [featureOf(names.word)], grams: names.grams.map(featureOf), share: shareOf(word) }
  }
  // Made once a word of the scenarios: texts share most of their words, and to take one apart costs the most.
  const known = new Map(Array.from(knownWords, ([word, names]) => [word, described(word, names)]))
  return {
    size: numbers.size,
    vectorOf(text) {
      const words = wordsOf(text).map(word => known.get(word) ?? described(word, namesOf(word)))
      return join(channel(words, 'word', rarityOf), channel(words, 'grams', rarityOf))
    },
    wordWeight: word => rarityOf(featureOf(wordName(word))) * shareOf(word),
  }
}

/** A feature by its number, or by its name where no scenario has it. */
type Feature = number | string

/** What a word is made of, by the two kinds of features. */
interface WordNames {
  readonly word: string
  readonly grams: readonly string[]
}

interface WordFeatures {
  readonly word: readonly Feature[]
  readonly grams: readonly Feature[]
  /** How much of the word's weight counts. */
  readonly share: number
}

/** Features that no scenario has find no partner, but count in the length: a message of unknown words is far away. */
function channel(
  words: readonly WordFeatures[],
  kind: 'word' | 'grams',
  rarityOf: (feature: Feature) => number,
): SparseVector {
  const amounts = new Map<Feature, number>()
  for (const { [kind]: own, share } of words) {
    for (const feature of own) amounts.set(feature, (amounts.get(feature) ?? 0) + share)
  }
  const entries = Array.from(amounts, ([feature, amount]) => [feature, amount * rarityOf(feature)] as const)
  const length = lengthOf(entries.map(([, weight]) => weight))
  const features: number[] = []
  const weights: number[] = []
  for (const [feature, weight] of entries) {
    if (typeof feature !== 'number') continue
    features.push(feature)
    weights.push(weight / length)
  }
  return { features, weights }
}

/** Gives each feature a number, and counts the scenarios that have it. */
function numberFeatures(scenarios: readonly (readonly string[])[]) {
  const numbers = new Map<string, number>()
  const holders: number[] = []
  const knownWords = new Map<string, WordNames>()
  for (const texts of scenarios) {
    const own = new Set<string>()
    for (const word of new Set(texts.flatMap(wordsOf))) {
      const names = knownWords.get(word) ?? namesOf(word)
      knownWords.set(word, names)
      own.add(names.word)
      for (const gram of names.grams) own.add(gram)
    }
    for (const name of own) {
      const feature = numbers.get(name) ?? numbers.size
      numbers.set(name, feature)
      holders[feature] = (holders[feature] ?? 0) + 1
    }
  }
  return { numbers, holders, knownWords }
}

function namesOf(word: string): WordNames {
  return { word: wordName(word), grams: gramsOf(word) }
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
