import type { Findings } from './findings.ts'
import { type NearText, nearestExclusion, nearestOwn } from './nearness.ts'
import type { Profile } from './profile.ts'
import type { Reason, ScenarioScore } from './scorer.ts'

/** The score of the scenario at a place, with what made it. `words` are those that it shares with the message. */
export function scoreScenario(
  profile: Profile,
  place: number,
  findings: Findings,
  words: (place: number) => readonly Reason[],
): ScenarioScore {
  const { key: scenario, minConfidence: min_confidence } = profile
  const exact = findings.exact.get(place)
  if (exact?.kind === 'exact-exclusion') {
    return { scenario, confidence: 0, min_confidence, excluded: exact.text, reasons: [{ ...exact, weight: 1 }] }
  }
  const confidence = findings.confidence(place)
  if (exact !== undefined) {
    return { scenario, confidence, min_confidence, reasons: [{ ...exact, weight: 1 }, ...words(place)] }
  }
  const exclusion = nearestExclusion(profile, findings.cosines)
  // Most scenarios have nothing to say to a message, and there are many.
  if (confidence === 0 && exclusion === undefined) return { scenario, confidence, min_confidence, reasons: [] }
  const near = [nearestOwn(profile, findings.cosines), exclusion].flatMap(found => reasonOf(profile, found))
  return { scenario, confidence, min_confidence, reasons: [...near, ...words(place)] }
}

function reasonOf({ texts }: Profile, near: NearText | undefined): readonly Reason[] {
  const text = near && texts.texts[near.at]
  return text === undefined ? [] : [{ kind: text.kind, text: text.text, weight: roundWeight(near?.likeness ?? 0) }]
}

/** Three decimals, as weights are shown. */
export function roundWeight(weight: number): number {
  return Math.round(weight * 1000) / 1000
}
