import type { Bot } from '../dialogue/bot.ts'
import { createPredictor } from '../dialogue/predict.ts'
import type { Decision } from '../dialogue/turn.ts'

/** A message as customers wrote it, how often, and what it would lead to as the first one of a dialogue. */
export interface ReplayedMessage {
  readonly text: string
  readonly count: number
  readonly decision: Decision
  /** The scenario that comes nearest, where one is near at all. */
  readonly best?: { readonly scenario: string; readonly confidence: number }
}

/** Below it a scenario has hardly a word in common with the message: to name it would only mislead. */
const leastNear = 30

/** Makes what replays messages, each on a fresh dialogue. */
export function createReplay(bot: Bot): (text: string, count: number) => ReplayedMessage {
  const predict = createPredictor(bot, leastNear)
  return (text, count) => {
    const { decision, contenders } = predict(text)
    const [best] = contenders
    return {
      text,
      count,
      decision,
      ...(best && { best: { scenario: best.scenario, confidence: best.confidence } }),
    }
  }
}
