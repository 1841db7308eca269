import type { Language } from '@scenewright/model'
import { type Dialogue, type Bot as PreparedBot, takeTurn } from '@scenewright/simulator'
import type { Reply } from './answer.ts'
import { phrases } from './phrases.ts'

/** What the scenarios of a bot make of a message. */
export interface ScenarioTurn {
  /** What the dialogue remembers from now on. */
  readonly memory: Dialogue
  /** Absent where no scenario has anything to say. */
  readonly reply?: Reply
  /** The id of the scenario that started. */
  readonly started?: string
}

/** Takes a turn as the simulator does. A choice of topics is a numbered list. */
export function answerByScenario(bot: PreparedBot, memory: Dialogue, message: string): ScenarioTurn {
  const { turn, dialogue } = takeTurn(bot, memory, message)
  const { decision, replies, offer = [] } = turn
  switch (decision.kind) {
    case 'start':
      return { memory: dialogue, reply: { text: replies.join('\n\n') }, started: decision.scenario }
    case 'clarify':
      return {
        memory: dialogue,
        reply: { text: choiceOf(offer, bot.settings.primary_language), asksBack: true },
      }
    case 'none':
      return { memory: dialogue }
  }
}

function choiceOf(offer: readonly { readonly label: string }[], language: Language): string {
  return [phrases[language].choose, ...offer.map(({ label }, index) => `${index + 1}. ${label}`)].join('\n')
}
