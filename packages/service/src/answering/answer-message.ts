import type { Language } from '@scenewright/model'
import { type Dialogue, newDialogue, type Bot as PreparedBot, takeTurn } from '@scenewright/simulator'
import type { CompletionMode } from '../database/tables.ts'
import { phrases } from './phrases.ts'

/** What an answer depends on of the dialogue so far. */
export interface DialogueProgress {
  readonly operator_limit: number | null
  readonly customer_messages: number
  readonly successful_messages: number
  readonly clarification_attempted: boolean
  readonly is_active: boolean
  readonly memory: Dialogue
}

/** A message to be answered. */
export interface Message {
  readonly prompt: string
  readonly mode: CompletionMode
}

/** An answer, and what it leaves behind. */
export interface Answer {
  readonly status: 'SUCCESS' | 'OPERATOR'
  readonly text: string
  /** The id of the scenario that started. */
  readonly started?: string
  readonly progress?: DialogueProgress
}

/**
 * Answers a message by the bot's scenarios; without a dialogue as if it were the first of one. A dialogue with an
 * operator stays there; message number operator_limit + 1 takes it there. The mode DIRECT runs no scenario.
 */
export function answerMessage(bot: PreparedBot, message: Message, progress: DialogueProgress | undefined): Answer {
  const language = bot.settings.primary_language
  const heard = progress && { ...progress, customer_messages: progress.customer_messages + 1 }
  if (heard !== undefined && isForOperator(heard)) {
    return { status: 'OPERATOR', text: phrases[language].operator, progress: { ...heard, is_active: false } }
  }
  if (message.mode === 'DIRECT') {
    return { status: 'SUCCESS', text: phrases[language].nothingFound, ...(heard && { progress: succeeded(heard) }) }
  }
  const { turn, dialogue } = takeTurn(bot, progress?.memory ?? newDialogue, message.prompt)
  const isOffer = turn.decision.kind === 'clarify'
  return {
    status: 'SUCCESS',
    text: textOf(turn, language),
    ...(turn.decision.kind === 'start' && { started: turn.decision.scenario }),
    ...(heard && { progress: { ...succeeded(heard, isOffer), memory: dialogue } }),
  }
}

function isForOperator({ is_active, operator_limit, customer_messages }: DialogueProgress): boolean {
  return !is_active || (operator_limit !== null && customer_messages > operator_limit)
}

function succeeded(progress: DialogueProgress, isOffer = false): DialogueProgress {
  return {
    ...progress,
    successful_messages: progress.successful_messages + 1,
    clarification_attempted: progress.clarification_attempted || isOffer,
  }
}

function textOf(turn: ReturnType<typeof takeTurn>['turn'], language: Language): string {
  switch (turn.decision.kind) {
    case 'start':
      return turn.replies.join('\n\n')
    case 'clarify':
      return [phrases[language].choose, ...(turn.offer ?? []).map(({ label }, index) => `${index + 1}. ${label}`)].join(
        '\n',
      )
    case 'none':
      return phrases[language].nothingFound
  }
}
