import { count, lengthOf, type SparseVector } from './sparse-vector.ts'
import { gramsOf, wordsOf } from './tokens.ts'

/** The features that a bot's scenarios are made of, and how much each tells. */
export interface Vocabulary {
  /** The number of features, known ones first: a message's unknown ones have numbers from here on. */
  readonly size: number
  /** A text as a vector: words and letter runs, each kind with half of the whole. */
  vectorOf(text: string): SparseVector
  /** How much a word tells: the rarer among the scenarios, the more. */
  wordWeight(word: string): number
}

/** Makes the vocabulary of scenarios, each given as its texts. A feature tells less the more scenarios have it. */
export function createVocabulary(scenarios: readonly (readonly string[])[]): Vocabulary {
  const numbers = new Map<string, number>()
  const holders: number[] = []
  for (const texts of scenarios) {
    const own = new Set(texts.flatMap(text => wordsOf(text).flatMap(word => [wordName(word), ...gramNames(word)])))
    for (const name of own) {
      const feature = numbers.get(name) ?? numbers.size
      numbers.set(name, feature)
      holders[feature] = (holders[feature] ?? 0) + 1
    }
  }
  const weights = holders.map(holding => rarity(scenarios.length, holding))
  const unknown = rarity(scenarios.length, 0)
  const weightOf = (name: string): number => weights[numbers.get(name) ?? -1] ?? unknown
  return {
    size: numbers.size,
    vectorOf: text => join(channel(wordsOf(text).map(wordName)), channel(wordsOf(text).flatMap(gramNames))),
    wordWeight: word => weightOf(wordName(word)),
  }

  /** Features that no scenario has find no partner, but count in the length: a message of unknown words is far away. */
  function channel(names: readonly string[]): SparseVector {
    const counts = [...count(names)]
    const all = counts.map(([name, times]) => times * weightOf(name))
    const length = lengthOf(all)
    const known = counts.flatMap(([name], index) => {
      const feature = numbers.get(name)
      return feature === undefined ? [] : [{ feature, weight: (all[index] ?? 0) / length }]
    })
    return { features: known.map(entry => entry.feature), weights: known.map(entry => entry.weight) }
  }
}

/** The two kinds have no feature in common, so that the root of a half gives each half of the whole. */
function join(words: SparseVector, grams: SparseVector): SparseVector {
  return {
    features: [...words.features, ...grams.features],
    weights: [...words.weights, ...grams.weights].map(weight => weight * Math.SQRT1_2),
  }
}

function rarity(scenarios: number, holding: number): number {
  return Math.max(0.05, Math.log((scenarios + 1) / (holding + 0.5)))
}

/** A space stands in no word and no letter run, and so keeps the two kinds apart. */
function wordName(word: string): string {
  return ` ${word}`
}

function gramNames(word: string): readonly string[] {
  return gramsOf(word)
}
