import type { ScenarioScore } from '../trigger/scorer.ts'
import type { Bot } from './bot.ts'
import type { TurnScore } from './turn.ts'

/** Confidences have one decimal, so they are whole numbers of tenths, up to this many. */
const maxTenths = 1000

/**
 * The scores, best first: the higher confidence, then the lower priority number, then the key. Each has a flag that its
 * scenario is ruled out, for the message (an exclusion) or for the dialogue (it has already run); the excluded ones
 * come last.
 */
export function rankScores(bot: Bot, scores: readonly ScenarioScore[], ran: readonly string[]): readonly TurnScore[] {
  const before = new Set(ran)
  return bestFirst(bot, scores).map(score => withStanding(bot, score, before))
}

function withStanding(bot: Bot, score: ScenarioScore, before: ReadonlySet<string>): TurnScore {
  if (score.excluded !== undefined) return { ...score, out: 'excluded' }
  const isSpent = before.has(score.scenario) && bot.scenarios.get(score.scenario)?.canRepeat !== true
  return isSpent ? { ...score, out: 'ran' } : score
}

/**
 * Sorts numbers that encode the sort keys of a score, and last its index in the list: in a large bot, comparing the
 * scores themselves took a third of a turn.
 */
function bestFirst({ scenarios }: Bot, scores: readonly ScenarioScore[]): readonly ScenarioScore[] {
  const count = scores.length
  const order = new Float64Array(count)
  scores.forEach(({ scenario, confidence, excluded }, place) => {
    const behind = maxTenths - Math.round(confidence * 10) + (excluded === undefined ? 0 : maxTenths + 1)
    const rank = scenarios.get(scenario)?.rank ?? scenarios.size
    order[place] = (behind * (scenarios.size + 1) + rank) * count + place
  })
  return Array.from(order.sort(), number => scores[number % count]).filter(score => score !== undefined)
}
