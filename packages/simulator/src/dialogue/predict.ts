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
  const min = Math.min(from, bot.minDecisive)
  return (message, without) => predictFrom(bot, bot.scorer.contenders(message, min, without))
}

/** Predicts the decision from the contenders of a message. */
export function predictFrom(bot: Bot, found: readonly Contender[]): Prediction {
  const ranked = rankScores(bot, found.map(asScore), [])
  const byKey = new Map(found.map(contender => [contender.scenario, contender]))
  return {
    decision: decide(bot.settings, ranked),
    contenders: ranked.flatMap(({ scenario }) => byKey.get(scenario) ?? []),
  }
}

/** Decides on a message in a dialogue in which the scenarios in `ran` have run, without the details of a turn. */
export function decideOn(bot: Bot, message: string, { ran }: { readonly ran: readonly string[] }): Decision {
  return decide(bot.settings, rankScores(bot, bot.scorer.contenders(message, bot.minDecisive).map(asScore), ran))
}

function asScore({ scenario, confidence, min_confidence }: Contender) {
  return { scenario, confidence, min_confidence, reasons: [] }
}
