import type { Comparison } from './compare-message.ts'
import { kindOfText, type Profile } from './profile.ts'
import { remainingShare } from './scenario-similarities.ts'
import type { Reason, ScenarioScore } from './scorer.ts'

/** The score of the scenario at an index, with its reasons. `sharedWords` finds the words that it and the message share. */
export function scoreScenario(
  profile: Profile,
  place: number,
  comparison: Comparison,
  sharedWords: (scenario: number) => readonly Reason[],
): ScenarioScore {
  const { key: scenario, minConfidence: min_confidence } = profile
  const exact = comparison.exact.get(place)
  if (exact?.kind === 'exact-exclusion') {
    return { scenario, confidence: 0, min_confidence, excluded: exact.text, reasons: [{ ...exact, weight: 1 }] }
  }
  const confidence = comparison.confidence(place)
  const words = sharedWords(place)
  if (exact !== undefined) {
    return { scenario, confidence, min_confidence, reasons: [{ ...exact, weight: 1 }, ...words] }
  }
  const own = near(profile, comparison.scenarioSimilarities.textOf(place), comparison)
  // Most of the many scenarios have nothing in common with a message.
  if (own === undefined) return { scenario, confidence, min_confidence, reasons: [] }
  const exclusion = exclusionReason(profile, place, comparison)
  if (exclusion !== undefined) return { scenario, confidence, min_confidence, reasons: [own, exclusion, ...words] }
  return { scenario, confidence, min_confidence, reasons: words.length === 0 ? [own] : [own, ...words] }
}

/** An exclusion that leaves more than this of a similarity is not a reason. */
const noticeable = 0.99

function exclusionReason(profile: Profile, place: number, comparison: Comparison): Reason | undefined {
  const { cosines, scenarioSimilarities } = comparison
  const exclusion = scenarioSimilarities.exclusionOf(place)
  if (exclusion < 0) return undefined
  const left = remainingShare(cosines[exclusion] ?? 0, cosines[scenarioSimilarities.textOf(place)] ?? 0)
  return left < noticeable ? near(profile, exclusion, comparison) : undefined
}

/** `index` is the index of the text among all texts, -1 for none. */
function near({ first, texts }: Profile, index: number, { cosines }: Comparison): Reason | undefined {
  const text = index < 0 ? undefined : texts.texts[index - first]
  if (text === undefined) return undefined
  return { kind: kindOfText(texts, index - first), text, weight: roundWeight(cosines[index] ?? 0) }
}

/** Three decimals, as weights are displayed. */
export function roundWeight(weight: number): number {
  return Math.round(weight * 1000) / 1000
}
