import type { SimulatedScenario } from '../simulated-scenario.ts'
import type { Lexicon } from './lexicon.ts'
import { createProfile, type Profile } from './profile.ts'
import { createRepair } from './repair.ts'
import { createTextIndex } from './text-index.ts'
import { wordsOf } from './tokens.ts'
import { createWeighing, type TextVector } from './weighing.ts'

/** All texts of a bot, as vectors side by side. */
export interface TextSpace {
  readonly profiles: readonly Profile[]
  readonly vectors: readonly TextVector[]
  /** The scenario of each text, by its place. */
  readonly owners: Uint32Array
  /** The length of the sum of each scenario's own texts. */
  readonly sumLengths: Float64Array
  /** The words of a message as they are read: a mistyped one is the known one. */
  wordsOf(message: string): readonly string[]
  vectorOf(words: readonly string[]): TextVector
  /** The cosine of a message and each text. The list holds until the next call. */
  similarities(message: TextVector): Float64Array
  /** The cosine of two texts, by their places. Quickest where `one` is the same as in the call before. */
  likeness(one: number, other: number): number
  /** The number of a word's feature, -1 where no text has it. */
  featureOf(word: string): number
  /** The features of the words of a text, by its place. */
  wordFeaturesOf(text: number): Int32Array
  /** How much a feature tells. */
  rarityOf(feature: number): number
}

/** Lays out the texts of scenarios. What the lexicon knows already of them is not worked out anew. */
export function createTextSpace(scenarios: readonly SimulatedScenario[], lexicon: Lexicon): TextSpace {
  const profiles = createProfiles(scenarios)
  const analyses = profiles.map(({ texts }) => texts.map(({ text }) => lexicon.learn(text)))
  const own = analyses.map((all, place) => all.slice(0, profiles[place]?.ownCount))
  const weighing = createWeighing(own, lexicon.size)
  const all = analyses.flat()
  const vectors = all.map(weighing.vectorOf)
  const index = createTextIndex(vectors, lexicon.size)
  const repair = createRepair(own.flat().map(({ words }) => words))
  return {
    profiles,
    vectors,
    owners: Uint32Array.from(profiles.flatMap(({ texts }, place) => texts.map(() => place))),
    sumLengths: sumLengthsOf(profiles, vectors, lexicon.size),
    wordsOf: message => wordsOf(message).map(repair),
    vectorOf: words => weighing.vectorOf(lexicon.read(words)),
    similarities: index.similarities,
    likeness: createLikeness(vectors, lexicon.size),
    featureOf: lexicon.featureOf,
    wordFeaturesOf: text => all[text]?.features.subarray(0, all[text]?.ends[0]) ?? new Int32Array(),
    rarityOf: weighing.rarityOf,
  }
}

function createProfiles(scenarios: readonly SimulatedScenario[]): readonly Profile[] {
  let first = 0
  return scenarios.map(scenario => {
    const profile = createProfile(scenario, first)
    first += profile.texts.length
    return profile
  })
}

function createLikeness(vectors: readonly TextVector[], featureCount: number): TextSpace['likeness'] {
  const weightOf = new Float32Array(featureCount)
  let laidOut: TextVector | undefined
  const layOut = (vector: TextVector | undefined) => {
    if (vector === laidOut) return
    for (const feature of laidOut?.features ?? []) weightOf[feature] = 0
    laidOut = vector
    vector?.features.forEach((feature, at) => {
      weightOf[feature] = vector.weights[at] ?? 0
    })
  }
  return (one, other) => {
    layOut(vectors[one])
    const vector = vectors[other]
    if (vector === undefined) return 0
    const { features, weights } = vector
    let sum = 0
    for (let at = 0; at < features.length; at++) sum += (weightOf[features[at] ?? 0] ?? 0) * (weights[at] ?? 0)
    return sum
  }
}

function sumLengthsOf(profiles: readonly Profile[], vectors: readonly TextVector[], featureCount: number): Float64Array {
  const sum = new Float64Array(featureCount)
  return Float64Array.from(profiles, ({ first, ownCount }) => {
    const own = vectors.slice(first, first + ownCount)
    for (const { features, weights } of own) {
      features.forEach((feature, at) => {
        sum[feature] = (sum[feature] ?? 0) + (weights[at] ?? 0)
      })
    }
    let square = 0
    for (const { features } of own) {
      for (const feature of features) {
        square += (sum[feature] ?? 0) ** 2
        // What several texts have counts once.
        sum[feature] = 0
      }
    }
    return Math.sqrt(square)
  })
}
