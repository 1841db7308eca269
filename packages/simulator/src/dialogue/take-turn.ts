import { InternalError } from '@scenewright/model'
import { walkFlow } from '../flow/walk.ts'
import { fold } from '../trigger/fold.ts'
import type { Bot, BotScenario } from './bot.ts'
import {
  continueDialogue,
  type Dialogue,
  newDialogue,
  type OfferedTopic,
  readOffer,
  readStartedScenarios,
} from './dialogue.ts'
import { decideOn } from './predict.ts'
import { rankScores } from './rank.ts'
import type { Decision, Turn, TurnScore } from './turn.ts'

/** A turn, and the dialogue for the next turn. */
export interface TurnResult {
  readonly dialogue: Dialogue
  readonly turn: Turn
}

/** A node where a walk begins, instead of at a decision. */
export interface WalkStart {
  readonly scenario: string
  readonly node: string
}

/**
 * Answers the messages of one dialogue, in order. With `start`, the last message begins a walk from that node, whatever
 * it says. A scenario that is unknown or inactive starts nothing.
 */
export function takeTurns(bot: Bot, messages: readonly string[], start?: WalkStart): readonly Turn[] {
  let dialogue = newDialogue
  return messages.map((message, index) => {
    const taken = takeTurn(bot, dialogue, message, index === messages.length - 1 ? start : undefined)
    dialogue = taken.dialogue
    return taken.turn
  })
}

/**
 * Answers one message of a dialogue. Pure: the same bot, dialogue and message always give the same turn. The scores of
 * the turn, with their reasons, are computed when they are first read: an answer does not need them.
 */
export function takeTurn(bot: Bot, dialogue: Dialogue, message: string, start?: WalkStart): TurnResult {
  const ran = readStartedScenarios(dialogue)
  const decision =
    start === undefined ? (pick(bot, dialogue, message) ?? decideOn(bot, message, { ran })) : chosen(bot, start)
  let known: readonly TurnScore[] | undefined
  const score = () => {
    known ??= rankScores(bot, bot.scorer.score(message), ran)
    return known
  }
  const heard = { user: message, decision }
  switch (decision.kind) {
    case 'start': {
      const { replies, nodes, edges, outcome, stop } = walkFlow(
        requireScenario(bot, decision.scenario).flow,
        start?.node,
      )
      const walked = { replies, walk: nodes, edges, outcome, stoppedAt: stop }
      return { dialogue: continueDialogue(dialogue, decision.scenario), turn: withScores(heard, score, walked) }
    }
    case 'clarify': {
      const offer = decision.candidates.map(key => ({ scenario: key, label: requireScenario(bot, key).label }))
      const asked = { replies: [], walk: [], edges: [], outcome: 'clarifying', offer } as const
      return { dialogue: { ...continueDialogue(dialogue, null), offer }, turn: withScores(heard, score, asked) }
    }
    case 'none': {
      const nothing = { replies: [], walk: [], edges: [], outcome: 'none' } as const
      return { dialogue: continueDialogue(dialogue, null), turn: withScores(heard, score, nothing) }
    }
  }
}

/** The turn with a property for its scores, which is read like any other. */
function withScores(
  heard: Pick<Turn, 'user' | 'decision'>,
  score: () => Turn['scores'],
  result: Omit<Turn, 'user' | 'decision' | 'scores'>,
): Turn {
  return {
    ...heard,
    get scores() {
      return score()
    },
    ...result,
  }
}

function chosen(bot: Bot, { scenario }: WalkStart): Decision {
  return bot.scenarios.has(scenario) ? { kind: 'start', scenario, picked: true } : { kind: 'none' }
}

/** A topic whose scenario is no longer active cannot be selected: the bot may have changed since it was offered. */
function pick(bot: Bot, dialogue: Dialogue, message: string): Decision | undefined {
  const topic = pickTopic(readOffer(dialogue), message)
  if (topic === undefined || !bot.scenarios.has(topic.scenario)) return undefined
  return { kind: 'start', scenario: topic.scenario, picked: true }
}

function requireScenario(bot: Bot, key: string): BotScenario {
  const scenario = bot.scenarios.get(key)
  if (scenario === undefined) throw new InternalError(`the decision names "${key}", which is no active scenario`)
  return scenario
}

/**
 * The topic that a message selects: the first one with an equal label, after folding, or else the one with that number
 * in the list. Undefined if it selects none.
 */
function pickTopic(offer: readonly OfferedTopic[], message: string): OfferedTopic | undefined {
  if (offer.length === 0) return undefined
  const answer = fold(message)
  if (answer === '') return undefined
  return (
    offer.find(topic => fold(topic.label) === answer) ?? offer.find((_topic, index) => String(index + 1) === answer)
  )
}
