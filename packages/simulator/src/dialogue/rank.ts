import { comparePriority, compareText } from '@scenewright/model'
import type { ScenarioScore } from '../trigger/scorer.ts'
import type { Bot } from './bot.ts'
import type { TurnScore } from './turn.ts'

/**
 * The scores best first: the higher confidence, then the lower priority number, then the key. Each says whether its
 * scenario is out, for the message (an exclusion) or for the dialogue (it ran); the excluded ones come last.
 */
export function rankScores(bot: Bot, scores: readonly ScenarioScore[], ran: readonly string[]): readonly TurnScore[] {
  const before = new Set(ran)
  return scores
    .map(score => ({ score: withStanding(bot, score, before), priority: bot.scenarios.get(score.scenario)?.priority }))
    .sort(compareRanked)
    .map(({ score }) => score)
}

/** A score, and what decides between it and one as high. */
interface Ranked {
  readonly score: TurnScore
  readonly priority: number | undefined
}

function withStanding(bot: Bot, score: ScenarioScore, ran: ReadonlySet<string>): TurnScore {
  if (score.excluded !== undefined) return { ...score, out: 'excluded' }
  const isSpent = ran.has(score.scenario) && bot.scenarios.get(score.scenario)?.canRepeat !== true
  return isSpent ? { ...score, out: 'ran' } : score
}

function compareRanked(a: Ranked, b: Ranked): number {
  return (
    Number(a.score.excluded !== undefined) - Number(b.score.excluded !== undefined) ||
    b.score.confidence - a.score.confidence ||
    comparePriority(a.priority, b.priority) ||
    compareText(a.score.scenario, b.score.scenario)
  )
}
