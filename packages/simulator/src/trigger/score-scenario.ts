import type { Comparison } from './compare-message.ts'
import { leftByExclusion, type NearText, nearestExclusion, nearestOwn } from './nearness.ts'
import type { Profile } from './profile.ts'
import type { Reason, ScenarioScore } from './scorer.ts'

/** The score of the scenario at a place, with what made it. `words` are those that it shares with the message. */
export function scoreScenario(
  profile: Profile,
  place: number,
  comparison: Comparison,
  words: (place: number) => readonly Reason[],
): ScenarioScore {
  const { key: scenario, minConfidence: min_confidence } = profile
  const exact = comparison.exact.get(place)
  if (exact?.kind === 'exact-exclusion') {
    return { scenario, confidence: 0, min_confidence, excluded: exact.text, reasons: [{ ...exact, weight: 1 }] }
  }
  const confidence = comparison.confidence(place)
  if (exact !== undefined) {
    return { scenario, confidence, min_confidence, reasons: [{ ...exact, weight: 1 }, ...words(place)] }
  }
  const own = nearestOwn(profile, comparison.cosines)
  // Most scenarios have nothing to say to a message, and there are many.
  if (own === undefined) return { scenario, confidence, min_confidence, reasons: [] }
  const exclusion = nearestExclusion(profile, comparison.cosines)
  const reasons: Reason[] = []
  explain(reasons, profile, own)
  if (leftByExclusion(exclusion?.likeness ?? 0, own.likeness) < noticeable) explain(reasons, profile, exclusion)
  for (const word of words(place)) reasons.push(word)
  return { scenario, confidence, min_confidence, reasons }
}

/** An exclusion that leaves more than this of a similarity is no reason. */
const noticeable = 0.99

function explain(reasons: Reason[], { texts }: Profile, near: NearText | undefined): void {
  const text = near && texts.texts[near.at]
  if (near === undefined || text === undefined) return
  reasons.push({ kind: text.kind, text: text.text, weight: roundWeight(near.likeness) })
}

/** Three decimals, as weights are shown. */
export function roundWeight(weight: number): number {
  return Math.round(weight * 1000) / 1000
}
