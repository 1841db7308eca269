import type { Bot } from '../../dialogue/bot.ts'
import type { SimulatedScenario } from '../../simulated-scenario.ts'
import type { Coverage, ScenarioCoverage } from '../coverage.ts'
import { countTurn, type Tally } from '../tally.ts'
import { conversationOf, type GeneratedConversation } from './conversation-of.ts'
import { createFinder, type Finder, type Unstarted } from './create-finder.ts'
import { type DecidedMessage, type GeneratedTable, tablesOf } from './tables-of.ts'

/** Tests that pass as they are. */
export interface GeneratedTests {
  readonly conversations: readonly GeneratedConversation[]
  readonly triggers: readonly GeneratedTable[]
  /** The scenarios that none of their own messages starts. */
  readonly unstarted: readonly Unstarted[]
}

/**
 * Generates the fewest tests that show what `covered` says nothing has shown: a conversation for every scenario with a
 * part that no test came by, as one message walks all that can be walked, and then tables of messages for exclusions
 * and clarifications. The messages are the scenarios' own. `scenarios` are those that the bot was made of.
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
  return { conversations, triggers: tablesOf(outcomeMessages(finder, covered, shown)), unstarted }
}

function isWanting({ starts, nodes, edges }: ScenarioCoverage): boolean {
  return starts === 0 || [...nodes, ...edges].some(({ isSimulable, hits }) => isSimulable && hits === 0)
}

/** The messages that show what is left to show; each may show it for several scenarios at once. */
function outcomeMessages(finder: Finder, { scenarios }: Coverage, shown: Tally): readonly DecidedMessage[] {
  return (['excluding', 'clarifying'] as const).flatMap(kind => {
    const outcome = kind === 'excluding' ? 'excluded' : 'clarified'
    return scenarios.flatMap(({ key, outcomes }) => {
      if (outcomes[outcome] !== 0 || shown.get(key)?.outcomes.has(outcome)) return []
      const turn = finder[kind](key)
      if (turn === undefined) return []
      countTurn(shown, turn)
      // The scores of a thousand turns are not to be kept.
      return [{ user: turn.user, decision: turn.decision }]
    })
  })
}
