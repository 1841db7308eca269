import { unmask } from '@scenewright/model/masks'
import type { Bot } from '../dialogue/bot.ts'
import { createPredictor } from '../dialogue/predict.ts'
import type { Decision } from '../dialogue/turn.ts'
import type { Contender } from '../trigger/scorer.ts'
import { maxContenders } from './evaluate-examples.ts'

/** A customer message, its frequency, and the scenario that it should start, if known; null if it should start none. */
export interface CountedMessage {
  readonly text: string
  readonly count: number
  readonly expected?: string | null
}

/** A customer message and its decision as the first message of a dialogue. */
export interface ReplayedMessage extends CountedMessage {
  readonly decision: Decision
  /** The most similar scenario, if one is similar at all. */
  readonly best?: Pick<Contender, 'scenario' | 'confidence' | 'min_confidence'>
  /** The most similar scenarios, best first; only of a message whose right scenario is known. */
  readonly contenders?: readonly Contender[]
}

/** Below this, a scenario has hardly a word in common with the message, so naming it would mislead. */
const minNear = 30

/** Creates the function that replays messages, each in a new dialogue. Masks of personal data have no influence. */
export function createReplay(bot: Bot): (message: CountedMessage) => ReplayedMessage {
  const predict = createPredictor(bot, minNear)
  const predictAll = createPredictor(bot, 1)
  return message => {
    const isLabelled = message.expected !== undefined
    const { decision, contenders } = (isLabelled ? predictAll : predict)(unmask(message.text))
    const [best] = contenders
    return {
      ...message,
      decision,
      ...(best !== undefined && best.confidence >= minNear && { best: lean(best) }),
      ...(isLabelled && {
        contenders: contenders
          .filter(({ scenario }, place) => place < maxContenders || scenario === message.expected)
          .map(lean),
      }),
    }
  }
}

function lean({ scenario, confidence, min_confidence }: Contender): Contender {
  return { scenario, confidence, min_confidence }
}
