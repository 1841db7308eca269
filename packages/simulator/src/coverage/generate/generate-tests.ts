import { type Expectation, noScenario, type ReplyExpectation } from '@scenewright/model/conversation-tests'
import { compareText } from '@scenewright/model/text'
import type { Bot } from '../../dialogue/bot.ts'
import type { Decision, Turn } from '../../dialogue/turn.ts'
import type { SimulatedScenario } from '../../simulated-scenario.ts'
import type { Coverage, ScenarioCoverage } from '../coverage.ts'
import { countTurn, type Tally } from '../tally.ts'
import { createFinder, type Finder, type StartingDialogue, type Unstarted } from './create-finder.ts'

/** A conversation in the form of a file of tests. */
interface GeneratedConversation {
  readonly name: string
  readonly turns: readonly { readonly user: string; readonly expect: Expectation }[]
}

/** Longer ones are not informative for readers. */
const maxWalkLength = 100

const maxReplies = 20

const maxReplyLength = 60

/** A table in the form of a file of tests: messages with the same decision. */
interface GeneratedTable {
  readonly starts?: string
  readonly clarifies?: readonly string[]
  readonly messages: readonly string[]
}

/** A first message, and its decision. */
type DecidedMessage = Pick<Turn, 'user' | 'decision'>

/** Tests that pass in the present state. */
export interface GeneratedTests {
  readonly conversations: readonly GeneratedConversation[]
  readonly triggers: readonly GeneratedTable[]
  /** The scenarios that none of their own messages starts. */
  readonly unstarted: readonly Unstarted[]
}

/**
 * Generates the fewest tests for everything that is not yet covered according to `covered`: a conversation for every
 * scenario with an uncovered part, because one message walks everything that can be walked, and then tables of messages
 * for exclusions and clarifications. The messages are the scenarios' own texts. `scenarios` are those that the bot was
 * created from.
 */
export function generateTests(bot: Bot, scenarios: readonly SimulatedScenario[], covered: Coverage): GeneratedTests {
  const finder = createFinder(bot, scenarios)
  const shown: Tally = new Map()
  const conversations: GeneratedConversation[] = []
  const unstarted: Unstarted[] = []
  for (const { key } of covered.scenarios.filter(isWanting)) {
    const found = finder.starting(key)
    if ('turns' in found) {
      for (const turn of found.turns) countTurn(shown, turn)
      conversations.push(conversationOf(found))
    } else unstarted.push(found)
  }
  return { conversations, triggers: groupByDecision(outcomeMessages(finder, covered, shown)), unstarted }
}

function isWanting({ starts, nodes, edges }: ScenarioCoverage): boolean {
  return starts === 0 || [...nodes, ...edges].some(({ isSimulable, hits }) => isSimulable && hits === 0)
}

/** The messages that cover the remaining outcomes; each may cover several scenarios at once. */
function outcomeMessages(finder: Finder, { scenarios }: Coverage, shown: Tally): readonly DecidedMessage[] {
  return (['excluding', 'clarifying'] as const).flatMap(kind => {
    const outcome = kind === 'excluding' ? 'excluded' : 'clarified'
    return scenarios.flatMap(({ key, outcomes }) => {
      if (outcomes[outcome] !== 0 || shown.get(key)?.outcomes.has(outcome)) return []
      const turn = finder[kind](key)
      if (turn === undefined) return []
      countTurn(shown, turn)
      // The scores of a thousand turns must not be kept.
      return [{ user: turn.user, decision: turn.decision }]
    })
  })
}

/** Groups first messages by their decision, each message once. */
function groupByDecision(messages: readonly DecidedMessage[]): readonly GeneratedTable[] {
  const tables = new Map<
    string,
    { readonly decision: Omit<GeneratedTable, 'messages'>; readonly messages: Set<string> }
  >()
  for (const { user, decision } of messages) {
    const expected = expectedDecision(decision)
    const name = JSON.stringify(expected)
    const table = tables.get(name) ?? { decision: expected, messages: new Set() }
    table.messages.add(user)
    tables.set(name, table)
  }
  return Array.from(tables.values(), ({ decision, messages }) => ({ ...decision, messages: [...messages] }))
}

function expectedDecision(decision: Decision): Omit<GeneratedTable, 'messages'> {
  switch (decision.kind) {
    case 'start':
      return { starts: decision.scenario }
    case 'clarify':
      return { clarifies: [...decision.candidates].sort(compareText) }
    case 'none':
      return { starts: noScenario }
  }
}

/** A dialogue as a test: each turn must have the same result again. */
function conversationOf({ scenario, turns }: StartingDialogue): GeneratedConversation {
  const name = turns.length === 1 ? `starts ${scenario}` : `offers ${scenario}, and starts it when it is picked`
  return { name, turns: turns.map(turn => ({ user: turn.user, expect: expectationOf(turn) })) }
}

/** What a test can expect of a turn, so that it passes as long as the turn has the same result. */
export function expectationOf({ decision, walk, replies, outcome }: Turn): Expectation {
  switch (decision.kind) {
    case 'none':
      return { starts: noScenario }
    case 'clarify':
      return { clarifies: decision.candidates }
    case 'start': {
      const said = replies.slice(0, maxReplies).flatMap(expectedReply)
      return {
        starts: decision.scenario,
        ...(walk.length > 0 && walk.length <= maxWalkLength && { walk }),
        ...(said.length > 0 && { replies: said }),
        ends: outcome === 'ended',
      }
    }
  }
}

/** The whole of a short reply; the beginning of a longer one, so that not every change of wording fails. */
function expectedReply(text: string): readonly ReplyExpectation[] {
  const line = text.split('\n').find(part => part.trim() !== '') ?? ''
  const start = beginning(line.trim())
  if (start === '') return []
  return start === text ? [text] : [{ contains: start }]
}

/** As many whole words as fit, or a part of the first one. */
function beginning(line: string): string {
  const characters = [...line]
  if (characters.length <= maxReplyLength) return line
  const cut = characters.slice(0, maxReplyLength).join('')
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut
}
