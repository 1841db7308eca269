import type { TestsToPrint } from '@scenewright/compiler/format'
import type { Expectation } from '@scenewright/model/conversation-tests'
import { type Bot, type Dialogue, newDialogue, type Turn, takeTurn } from '@scenewright/simulator'

/** A dialogue with the bot, and its turns. */
export interface Conversation {
  readonly dialogue: Dialogue
  readonly said?: TurnHistory
}

/** A turn and the previous turns: a linked list, because a file of messages may be a long conversation. */
interface TurnHistory {
  readonly turn: Turn
  readonly before?: TurnHistory
}

type Test = NonNullable<TestsToPrint['conversations']>[number]

/** An empty conversation. */
export const newConversation: Conversation = { dialogue: newDialogue }

/** The conversation after one more message and its turn. */
export function say(bot: Bot, { dialogue, said }: Conversation, message: string) {
  const taken = takeTurn(bot, dialogue, message)
  // Of earlier turns, only what a test needs is kept: the scores of a long conversation would fill the memory.
  const before = said && { ...said, turn: { ...said.turn, scores: [] } }
  const conversation: Conversation = {
    dialogue: taken.dialogue,
    said: { turn: taken.turn, ...(before && { before }) },
  }
  return { conversation, turn: taken.turn }
}

/** A conversation as a passing test, named after its first message. */
export function asTest({ said }: Conversation): Test {
  const turns: Turn[] = []
  for (let at = said; at !== undefined; at = at.before) turns.push(at.turn)
  turns.reverse()
  return {
    name: nameFor(turns[0]?.user ?? ''),
    turns: turns.map(turn => ({ user: turn.user, expect: expectationOf(turn) })),
  }
}

const maxNameLength = 60

function nameFor(message: string): string {
  const letters = [...message]
  return letters.length <= maxNameLength ? message : `${letters.slice(0, maxNameLength).join('').trimEnd()}\u2026`
}

function expectationOf({ decision, walk, replies, outcome }: Turn): Expectation {
  switch (decision.kind) {
    case 'start':
      return { starts: decision.scenario, walk, replies, exactly: true, ends: outcome === 'ended' }
    case 'clarify':
      return { clarifies: decision.candidates }
    case 'none':
      return { starts: 'none' }
  }
}
