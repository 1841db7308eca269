import type { BotSettings } from '@scenewright/model/config'
import type { Decision, TurnScore } from './turn.ts'

/** Decides on a message from its scores, best first. Ignores scenarios that are ruled out. */
export function decide(settings: BotSettings, scores: readonly TurnScore[]): Decision {
  const standing = scores.filter(score => score.out === undefined)
  const candidates = settings.scenario_clarify_enabled ? ambiguous(settings, standing) : []
  if (candidates.length > 1) return { kind: 'clarify', candidates: candidates.map(score => score.scenario) }
  const best = standing.find(score => score.confidence >= score.min_confidence)
  return best === undefined ? { kind: 'none' } : { kind: 'start', scenario: best.scenario }
}

function ambiguous(settings: BotSettings, standing: readonly TurnScore[]): readonly TurnScore[] {
  const best = standing[0]?.confidence ?? 0
  return standing.filter(
    ({ confidence }) =>
      confidence >= settings.scenario_clarify_min_confidence &&
      difference(best, confidence) < settings.scenario_clarify_margin,
  )
}

/** Confidences have one decimal, but their difference in binary does not: 90.1 − 78.1 must be 12, not slightly less. */
export function difference(a: number, b: number): number {
  return Math.round((a - b) * 10) / 10
}
