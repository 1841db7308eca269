import { exactConfidence } from './confidence.ts'
import type { Nearness, NearText } from './nearness.ts'
import type { Profile } from './profile.ts'
import type { Reason, ScenarioScore } from './scorer.ts'

/** What is known of one message and one scenario. */
export type Evidence =
  | { readonly kind: 'exact-exclusion'; readonly text: string }
  | { readonly kind: 'exact-example'; readonly text: string }
  | { readonly kind: 'near' }

/**
 * Weighs what is known: an exclusion that the folded message equals goes before an example that it equals, and that
 * before all that is merely near. The example at the place `leftOut` does not count.
 */
export function weighEvidence(profile: Profile, folded: string, leftOut: number | undefined): Evidence {
  const exclusionAt = profile.exclusionByText.get(folded)?.[0]
  if (exclusionAt !== undefined) return { kind: 'exact-exclusion', text: profile.exclusions[exclusionAt] ?? '' }
  const exampleAt = profile.exampleByText.get(folded)?.find(place => place !== leftOut)
  if (exampleAt !== undefined) return { kind: 'exact-example', text: profile.examples[exampleAt] ?? '' }
  return { kind: 'near' }
}

/** How near the message is to the scenario, all told: 0 where it is out, 1 where it is an example. */
export function similarityOf({ kind }: Evidence, { similarity }: Nearness): number {
  switch (kind) {
    case 'exact-exclusion':
      return 0
    case 'exact-example':
      return 1
    case 'near':
      return similarity
  }
}

/** What is said of one scenario. */
export interface ScoredScenario {
  readonly profile: Profile
  readonly evidence: Evidence
  readonly nearness: Nearness
  /** 0 to 99; what the message equals goes before it. */
  readonly confidence: number
}

/** The score of one scenario. */
export function scoreScenario({ profile, evidence, nearness, confidence }: ScoredScenario, words: readonly Reason[]): ScenarioScore {
  const [scenario, min_confidence] = [profile.key, profile.minConfidence]
  switch (evidence.kind) {
    case 'exact-exclusion': {
      const reasons: readonly Reason[] = [{ ...evidence, weight: 1 }]
      return { scenario, confidence: 0, min_confidence, excluded: evidence.text, reasons }
    }
    case 'exact-example':
      return { scenario, confidence: exactConfidence, min_confidence, reasons: [{ ...evidence, weight: 1 }, ...words] }
    case 'near':
      return { scenario, confidence, min_confidence, reasons: [...nearReasons(profile, nearness), ...words] }
  }
}

function nearReasons({ texts }: Profile, { nearest, exclusion }: Nearness): readonly Reason[] {
  const reasonOf = (near: NearText | undefined): readonly Reason[] => {
    const text = near && texts[near.at]
    return text ? [{ kind: text.kind, text: text.text, weight: roundWeight(near.likeness) }] : []
  }
  return nearest === undefined ? [] : [...reasonOf(nearest), ...reasonOf(exclusion)]
}

/** Three decimals, as weights are shown. */
export function roundWeight(weight: number): number {
  return Math.round(weight * 1000) / 1000
}
