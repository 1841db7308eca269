import type { Language } from '@scenewright/model/config'
import { type Dialogue, newDialogue, type Bot as PreparedBot, takeTurn } from '@scenewright/simulator'
import type { TimeSlicer } from '../runtime/time-slicer.ts'
import type { Answer, Question, Reply } from './answer.ts'
import { classifyMessage } from './classify-message.ts'
import { phrases } from './phrases.ts'
import type { PreparedBots } from './prepared-bots.ts'
import { addAnswer, addCustomerMessage, belongsToOperator, type DialogueProgress } from './progress.ts'

/** The result of a message in the scenarios of a bot. */
interface ScenarioTurn {
  /** The new memory of the dialogue. */
  readonly memory: Dialogue
  /** Absent if no scenario applies. */
  readonly reply?: Reply
  /** The id of the scenario that started. */
  readonly started?: string
}

/** The dependencies of answering. */
export interface AnswerDependencies {
  readonly preparedBots: PreparedBots
  readonly slicer: TimeSlicer
  /** Answers messages that match no scenario. */
  readonly respondWithoutScenario: (question: Question) => Promise<Reply>
}

/**
 * Answers a message: with the bot's scenarios, then with the behavior model's reply to a greeting, a farewell or spam,
 * then from the knowledge base. Without a dialogue, scenarios treat it as the first message of one, and there is no
 * greeting. A dialogue with an operator stays with the operator; message number operator_limit + 1 is passed to an
 * operator. The mode DIRECT runs no scenario.
 */
export async function answerMessage(question: Question, dependencies: AnswerDependencies): Promise<Answer> {
  const progress = question.progress && addCustomerMessage(question.progress)
  if (progress !== undefined && belongsToOperator(progress)) return passToOperator(question, progress)
  const turn = await turnOf(question, dependencies)
  const kind = turn?.reply === undefined ? kindOf(question) : undefined
  if (kind?.kind === 'operator') return passToOperator(question, progress)
  const reply =
    turn?.reply ??
    (kind?.text === undefined ? await dependencies.respondWithoutScenario(question) : { text: kind.text })
  return {
    ...reply,
    status: 'SUCCESS',
    text: addGreeting(reply.text, question),
    ...(turn?.started !== undefined && { started: turn.started }),
    ...(progress && {
      progress: { ...addAnswer(progress, reply.asksBack === true), memory: turn?.memory ?? progress.memory },
    }),
  }
}

async function turnOf({ completion, bot, progress }: Question, { preparedBots, slicer }: AnswerDependencies) {
  if (completion.mode === 'DIRECT') return undefined
  const prepared = await preparedBots(bot)
  return slicer.run(() => answerByScenario(prepared, progress?.memory ?? newDialogue, completion.prompt))
}

function kindOf({ completion, bot, agent }: Question) {
  if (completion.mode === 'DIRECT') return undefined
  return classifyMessage(agent, bot.primary_language, completion.prompt)
}

function passToOperator({ bot }: Question, progress: DialogueProgress | undefined): Answer {
  return {
    status: 'OPERATOR',
    text: phrases[bot.primary_language].operator,
    ...(progress && { progress: { ...progress, is_active: false } }),
  }
}

/** The first answer of a customer's dialogue begins with the bot's greeting. */
function addGreeting(text: string, { bot, completion, progress }: Question): string {
  const isFirst = completion.mode === 'SUPPORT' && progress?.successful_messages === 0
  const isGreeted = isFirst && bot.first_line_greeting_enabled && bot.first_line_greeting_text !== ''
  return isGreeted ? joinTexts([bot.first_line_greeting_text, text]) : text
}

/** Separated by an empty line. A scenario may have an empty reply, or none. */
function joinTexts(texts: readonly string[]): string {
  return texts.filter(text => text !== '').join('\n\n')
}

/** Runs a turn of the simulator. A choice of topics is a numbered list. */
function answerByScenario(bot: PreparedBot, memory: Dialogue, message: string): ScenarioTurn {
  const { turn, dialogue } = takeTurn(bot, memory, message)
  const { decision, replies, offer = [] } = turn
  switch (decision.kind) {
    case 'start':
      return { memory: dialogue, reply: { text: joinTexts(replies) }, started: decision.scenario }
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
