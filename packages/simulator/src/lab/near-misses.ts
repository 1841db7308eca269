import { compareText } from '@scenewright/model/text'
import type { ReplayedMessage } from './replay.ts'

/** A message that starts nothing, although a scenario is similar to it. */
export interface NearMiss {
  readonly message: string
  /** How often it occurs. */
  readonly count: number
  /** The most similar scenario, its confidence, and how much it lacks to start; one decimal. */
  readonly scenario: string
  readonly confidence: number
  readonly lacks: number
}

/** More than anybody reads. */
const maxMisses = 500

/** The messages that start nothing, the most frequent first; of equally frequent ones, those that lack the least. */
export function findNearMisses(replayed: readonly ReplayedMessage[]): readonly NearMiss[] {
  return replayed
    .flatMap(({ text, count, decision, best }) => {
      if (decision.kind !== 'none' || best === undefined) return []
      const lacks = Math.round((best.min_confidence - best.confidence) * 10) / 10
      return [{ message: text, count, scenario: best.scenario, confidence: best.confidence, lacks }]
    })
    .sort((a, b) => b.count - a.count || a.lacks - b.lacks || compareText(a.message, b.message))
    .slice(0, maxMisses)
}
