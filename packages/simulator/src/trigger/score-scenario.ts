import { confidenceOf, exactConfidence, lowerBy, roundConfidence } from './confidence.ts'
import type { Profile } from './profile.ts'
import type { Reason, ScenarioScore } from './scorer.ts'
import { roundWeight } from './shared-words.ts'
import type { Nearness } from './similarity.ts'

/** What is known of one message and one scenario. */
export interface Evidence {
  /** The message, folded. */
  readonly folded: string
  readonly nearness: Nearness
  /** The words that the two share. */
  readonly words: readonly Reason[]
  /** The place of the example that does not count. */
  readonly leftOut: number | undefined
}

/** The score of one scenario: an exclusion that is equal goes before an example that is equal, and that before all else. */
export function scoreScenario(profile: Profile, evidence: Evidence): ScenarioScore {
  const named = { scenario: profile.key, min_confidence: profile.minConfidence }
  const exclusionAt = profile.exclusionByText.get(evidence.folded)
  if (exclusionAt !== undefined) {
    const excluded = profile.exclusions[exclusionAt] ?? ''
    const reasons: readonly Reason[] = [{ kind: 'exact-exclusion', text: excluded, weight: 1 }]
    return { ...named, confidence: 0, excluded, reasons }
  }
  const exampleAt = profile.exampleByText.get(evidence.folded)?.find(place => place !== evidence.leftOut)
  if (exampleAt !== undefined) {
    const reason: Reason = { kind: 'exact-example', text: profile.examples[exampleAt] ?? '', weight: 1 }
    return { ...named, confidence: exactConfidence, reasons: [reason, ...evidence.words] }
  }
  return { ...named, ...scoreNear(evidence) }
}

function scoreNear({ nearness, words }: Evidence): Pick<ScenarioScore, 'confidence' | 'reasons'> {
  const { similarity, nearest, exclusion } = nearness
  if (similarity === 0) return { confidence: 0, reasons: [] }
  const unlowered = confidenceOf(similarity)
  const confidence = lowerBy(unlowered, exclusion?.similarity ?? 0, nearest.similarity)
  const reasons: Reason[] = [{ kind: nearest.kind, text: nearest.text, weight: roundWeight(nearest.similarity) }]
  if (exclusion !== undefined) {
    reasons.push({ kind: 'exclusion', text: exclusion.text, weight: roundWeight(exclusion.similarity) })
  }
  return { confidence: roundConfidence(confidence), reasons: [...reasons, ...words] }
}
