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
  return scores.map(score => withStanding(bot, score, before)).sort((a, b) => compareScores(bot, a, b))
}

function withStanding(bot: Bot, score: ScenarioScore, ran: ReadonlySet<string>): TurnScore {
  if (score.excluded !== undefined) return { ...score, out: 'excluded' }
  const isSpent = ran.has(score.scenario) && bot.scenarios.get(score.scenario)?.canRepeat !== true
  return isSpent ? { ...score, out: 'ran' } : score
}

function compareScores(bot: Bot, a: TurnScore, b: TurnScore): number {
  return (
    Number(a.excluded !== undefined) - Number(b.excluded !== undefined) ||
    b.confidence - a.confidence ||
    comparePriority(bot.scenarios.get(a.scenario)?.priority, bot.scenarios.get(b.scenario)?.priority) ||
    compareText(a.scenario, b.scenario)
  )
}
