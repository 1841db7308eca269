import { type Confidences, exactConfidence } from './confidence.ts'
import type { ExactText, FindExact } from './exact-texts.ts'
import { createSimilarities, type LeftOut, type ScenarioSimilarities } from './scenario-similarities.ts'
import type { HeldOutExample } from './scorer.ts'
import type { TextSpace } from './text-space.ts'
import { findTopSimilarities } from './top-similarities.ts'

/** The comparison of one message: indexed by scenario, except for the cosines, which are indexed by text. */
export interface Comparison {
  readonly words: readonly string[]
  readonly cosines: Float64Array
  readonly exact: ReadonlyMap<number, ExactText>
  readonly leftOut: LeftOut
  readonly scenarioSimilarities: ScenarioSimilarities
  /** The confidence of a scenario; 0 if an exclusion rules it out, or if it is left out. */
  confidence(scenario: number): number
}

/** The data for comparing a message. */
export interface ExampleIndex {
  readonly space: TextSpace
  readonly findExact: FindExact
  readonly confidences: Confidences
}

/** Compares a message with all texts of a bot. The result is valid until the next call. */
export type CompareMessage = (message: string, without?: HeldOutExample) => Comparison

/** Creates this function. The comparison of the last message is kept: its decision may be asked for before its scores. */
export function createCompareMessage({ space, findExact, confidences }: ExampleIndex): CompareMessage {
  const computeSimilarities = createSimilarities(space)
  let last: { readonly message: string; readonly comparison: Comparison } | undefined
  return (message, without) => {
    if (without === undefined && last?.message === message) return last.comparison
    last = undefined
    const leftOut = findLeftOut(space, without)
    const words = space.wordsOf(message)
    const cosines = space.similarities(space.vectorOf(words))
    const scenarioSimilarities = computeSimilarities(cosines, leftOut)
    const { similarities } = scenarioSimilarities
    const exact = findExact(message, (scenario, example) => {
      if (scenario === leftOut.scenario) return true
      return example !== undefined && (space.profiles[scenario]?.first ?? 0) + example === leftOut.text
    })
    for (const [scenario, { kind }] of exact) similarities[scenario] = kind === 'exact-example' ? 1 : 0
    const confidenceOf = confidences(findTopSimilarities(similarities))
    const comparison: Comparison = {
      words,
      cosines,
      exact,
      leftOut,
      scenarioSimilarities,
      confidence(scenario) {
        const similarity = similarities[scenario] ?? 0
        const isExact = similarity === 1 && exact.get(scenario)?.kind === 'exact-example'
        return isExact ? exactConfidence : confidenceOf(similarity)
      },
    }
    if (without === undefined) last = { message, comparison }
    return comparison
  }
}

function findLeftOut({ profiles }: TextSpace, without: HeldOutExample | undefined): LeftOut {
  if (without === undefined) return {}
  const scenario = profiles.findIndex(({ key }) => key === without.scenario)
  const profile = profiles[scenario]
  if (profile === undefined) return {}
  if (without.example === undefined) return { scenario }
  return profile.texts.examples[without.example] === undefined ? {} : { text: profile.first + without.example }
}
