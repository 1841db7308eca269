import type { Contender, HeldOutExample } from '../trigger/scorer.ts'
import type { Bot } from './bot.ts'
import { decide } from './decide.ts'
import { rankScores } from './rank.ts'
import type { Decision } from './turn.ts'

/** The decision on the first message of a dialogue. */
export interface Prediction {
  readonly decision: Decision
  /** The scenarios that contributed to it, best first, including that of a left-out example, unless it is ruled out. */
  readonly contenders: readonly Contender[]
}

/**
 * Creates a function that predicts the decision of a bot on a message, as in a turn, without the details of a turn.
 * Every scenario from `scenario_clarify_min_confidence` on is a contender, even if clarification is off; with `from`,
 * every one from that confidence on.
 */
export function createPredictor(
  bot: Bot,
  from = Number.POSITIVE_INFINITY,
): (message: string, without?: HeldOutExample) => Prediction {
  const { settings, scorer } = bot
  const min = Math.min(
    from,
    settings.scenario_clarify_min_confidence,
    ...Array.from(bot.scenarios.values(), ({ minConfidence }) => minConfidence),
  )
  return (message, without) => {
    const found = scorer.contenders(message, min, without)
    const byKey = new Map(found.map(contender => [contender.scenario, contender]))
    const ranked = rankScores(bot, found.map(asScore), [])
    return {
      decision: decide(settings, ranked),
      contenders: ranked.flatMap(({ scenario }) => byKey.get(scenario) ?? []),
    }
  }
}

function asScore({ scenario, confidence, min_confidence }: Contender) {
  return { scenario, confidence, min_confidence, reasons: [] }
}
