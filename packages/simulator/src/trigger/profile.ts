import { minConfidenceOf, type SimulatedScenario } from '../simulated-scenario.ts'
import { fold } from './fold.ts'
import { lengthOf, type SparseVector } from './sparse-vector.ts'

/** A scenario made ready for scoring. Its texts lie side by side in the list of all texts of the bot. */
export interface Profile {
  readonly key: string
  readonly minConfidence: number
  readonly examples: readonly string[]
  readonly description: string
  readonly exclusions: readonly string[]
  /** The places of the examples of a folded text in `examples`. */
  readonly exampleByText: ReadonlyMap<string, readonly number[]>
  /** The place of the first exclusion of a folded text in `exclusions`. */
  readonly exclusionByText: ReadonlyMap<string, number>
  /** Where the scenario's texts begin in the list of all texts: its examples, its description, its exclusions. */
  readonly first: number
  /** The length of the sum of the examples' vectors. */
  readonly sumLength: number
}

/** The texts of a scenario, in the order in which its profile counts them. */
export function textsOf({ scenario }: SimulatedScenario): readonly string[] {
  return [...(scenario.examples ?? []), scenario.trigger_description, ...(scenario.exclusions ?? [])]
}

/** Those of a scenario's texts that say what belongs to it. */
export function knownTextsOf({ scenario }: SimulatedScenario): readonly string[] {
  return [...(scenario.examples ?? []), scenario.trigger_description]
}

/** Makes a scenario ready. `vectors` are those of its texts, `first` is the place of the first of them. */
export function createProfile(given: SimulatedScenario, vectors: readonly SparseVector[], first: number): Profile {
  const { examples = [], exclusions = [], trigger_description: description } = given.scenario
  const exclusionByText = new Map<string, number>()
  for (const [text, places] of placesByText(exclusions)) exclusionByText.set(text, places[0] ?? 0)
  return {
    key: given.key,
    minConfidence: minConfidenceOf(given.scenario),
    examples,
    description,
    exclusions,
    exampleByText: placesByText(examples),
    exclusionByText,
    first,
    sumLength: lengthOf(sum(vectors.slice(0, examples.length)).values()),
  }
}

/** A text without a letter or digit folds to nothing, which equals no message. */
function placesByText(texts: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  texts.forEach((text, place) => {
    const folded = fold(text)
    if (folded === '') return
    const same = places.get(folded)
    if (same === undefined) places.set(folded, [place])
    else same.push(place)
  })
  return places
}

function sum(vectors: readonly SparseVector[]): ReadonlyMap<number, number> {
  const total = new Map<number, number>()
  for (const { features, weights } of vectors) {
    features.forEach((feature, place) => {
      total.set(feature, (total.get(feature) ?? 0) + (weights[place] ?? 0))
    })
  }
  return total
}
