import type { Comparison } from './compare-message.ts'
import type { Profile, ProfileText } from './profile.ts'
import { remainingShare } from './scenario-similarities.ts'
import type { Reason, ScenarioScore } from './scorer.ts'

/** The data for explaining a score: all texts of the bot, and the words that a scenario shares with the message. */
interface ExplanationData {
  readonly texts: readonly ProfileText[]
  readonly words: (scenario: number) => readonly Reason[]
}

/** The score of the scenario at an index, with its reasons. */
export function scoreScenario(
  profile: Profile,
  place: number,
  comparison: Comparison,
  told: ExplanationData,
): ScenarioScore {
  const { key: scenario, minConfidence: min_confidence } = profile
  const exact = comparison.exact.get(place)
  if (exact?.kind === 'exact-exclusion') {
    return { scenario, confidence: 0, min_confidence, excluded: exact.text, reasons: [{ ...exact, weight: 1 }] }
  }
  const confidence = comparison.confidence(place)
  const words = told.words(place)
  if (exact !== undefined) {
    return { scenario, confidence, min_confidence, reasons: [{ ...exact, weight: 1 }, ...words] }
  }
  const own = near(comparison.scenarioSimilarities.textOf(place), comparison, told)
  // Most of the many scenarios have nothing in common with a message.
  if (own === undefined) return { scenario, confidence, min_confidence, reasons: [] }
  const exclusion = exclusionReason(place, comparison, told)
  if (exclusion !== undefined) return { scenario, confidence, min_confidence, reasons: [own, exclusion, ...words] }
  return { scenario, confidence, min_confidence, reasons: words.length === 0 ? [own] : [own, ...words] }
}

/** An exclusion that leaves more than this of a similarity is not a reason. */
const noticeable = 0.99

function exclusionReason(place: number, comparison: Comparison, told: ExplanationData): Reason | undefined {
  const { cosines, scenarioSimilarities } = comparison
  const exclusion = scenarioSimilarities.exclusionOf(place)
  if (exclusion < 0) return undefined
  const left = remainingShare(cosines[exclusion] ?? 0, cosines[scenarioSimilarities.textOf(place)] ?? 0)
  return left < noticeable ? near(exclusion, comparison, told) : undefined
}

function near(text: number, { cosines }: Comparison, { texts }: ExplanationData): Reason | undefined {
  const found = texts[text]
  return found && { kind: found.kind, text: found.text, weight: roundWeight(cosines[text] ?? 0) }
}

/** Three decimals, as weights are displayed. */
export function roundWeight(weight: number): number {
  return Math.round(weight * 1000) / 1000
}
