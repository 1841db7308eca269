import { confidenceOf, exactConfidence, lowerByExclusion } from './confidence.ts'
import type { Profile } from './profile.ts'
import type { Reason, ScenarioScore } from './scorer.ts'
import { roundWeight } from './shared-words.ts'
import type { Nearness } from './similarity.ts'

/** What is known of one message and one scenario. The similarity of a near one has the nearest exclusion reckoned in. */
export type Evidence =
  | { readonly kind: 'exact-exclusion'; readonly text: string }
  | { readonly kind: 'exact-example'; readonly text: string }
  | { readonly kind: 'near'; readonly nearness: Nearness; readonly similarity: number }

/**
 * Weighs what is known: an exclusion that the folded message equals goes before an example that it equals, and that
 * before all that is merely near. The example at the place `leftOut` does not count.
 */
export function weighEvidence(
  profile: Profile,
  folded: string,
  nearness: Nearness,
  leftOut: number | undefined,
): Evidence {
  const exclusionAt = profile.exclusionByText.get(folded)
  if (exclusionAt !== undefined) return { kind: 'exact-exclusion', text: profile.exclusions[exclusionAt] ?? '' }
  const exampleAt = profile.exampleByText.get(folded)?.find(place => place !== leftOut)
  if (exampleAt !== undefined) return { kind: 'exact-example', text: profile.examples[exampleAt] ?? '' }
  const exclusion = nearness.exclusion?.similarity ?? 0
  return {
    kind: 'near',
    nearness,
    similarity: lowerByExclusion(nearness.similarity, exclusion, nearness.nearest.similarity),
  }
}

/** How near the message is to the scenario, all told: 0 where it is out, 1 where it is an example. */
export function similarityOf(evidence: Evidence): number {
  if (evidence.kind === 'near') return evidence.similarity
  return evidence.kind === 'exact-example' ? 1 : 0
}

/** The score of one scenario. `best` is the similarity of the one that the message is nearest to. */
export function scoreScenario(
  profile: Profile,
  evidence: Evidence,
  best: number,
  words: readonly Reason[],
): ScenarioScore {
  const [scenario, min_confidence] = [profile.key, profile.minConfidence]
  switch (evidence.kind) {
    case 'exact-exclusion': {
      const reasons: readonly Reason[] = [{ ...evidence, weight: 1 }]
      return { scenario, confidence: 0, min_confidence, excluded: evidence.text, reasons }
    }
    case 'exact-example':
      return { scenario, confidence: exactConfidence, min_confidence, reasons: [{ ...evidence, weight: 1 }, ...words] }
    case 'near': {
      const confidence = confidenceOf(evidence.similarity, best)
      return { scenario, confidence, min_confidence, reasons: nearReasons(evidence.nearness, words) }
    }
  }
}

function nearReasons({ similarity, nearest, exclusion }: Nearness, words: readonly Reason[]): readonly Reason[] {
  if (similarity === 0) return []
  const reasons: Reason[] = [{ kind: nearest.kind, text: nearest.text, weight: roundWeight(nearest.similarity) }]
  if (exclusion !== undefined) {
    reasons.push({ kind: 'exclusion', text: exclusion.text, weight: roundWeight(exclusion.similarity) })
  }
  return [...reasons, ...words]
}
