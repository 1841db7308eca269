import type { Bot } from '../dialogue/bot.ts'
import { createPredictor } from '../dialogue/predict.ts'
import type { Decision } from '../dialogue/turn.ts'

/** A customer message, its frequency, and its decision as the first message of a dialogue. */
export interface ReplayedMessage {
  readonly text: string
  readonly count: number
  readonly decision: Decision
  /** The most similar scenario, if one is similar at all. */
  readonly best?: { readonly scenario: string; readonly confidence: number }
}

/** Below this, a scenario has hardly a word in common with the message, so naming it would mislead. */
const minNear = 30

/** Creates the function that replays messages, each in a new dialogue. */
export function createReplay(bot: Bot): (text: string, count: number) => ReplayedMessage {
  const predict = createPredictor(bot, minNear)
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
