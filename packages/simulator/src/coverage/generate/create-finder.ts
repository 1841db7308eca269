import type { ScenarioFields } from '@scenewright/model'
import type { Bot } from '../../dialogue/bot.ts'
import { newDialogue } from '../../dialogue/dialogue.ts'
import { createPredictor } from '../../dialogue/predict.ts'
import { takeTurn } from '../../dialogue/take-turn.ts'
import type { Decision, Turn } from '../../dialogue/turn.ts'
import type { SimulatedScenario } from '../../simulated-scenario.ts'
import { fold } from '../../trigger/fold.ts'
import { suggestExclusions, suggestMessages } from './suggested-messages.ts'

/** A dialogue that starts a scenario with its last turn. */
export interface StartingDialogue {
  readonly scenario: string
  readonly turns: readonly Turn[]
}

/** A scenario that none of its own messages starts, and the decision for the first of them; absent if it has none. */
export interface Unstarted {
  readonly scenario: string
  readonly tried?: { readonly message: string; readonly decision: Decision }
}

/** Finds messages among a scenario's own texts that cover some of its outcomes. */
export interface Finder {
  /** A message that starts it, preferably an example; otherwise one for which it is offered, and then selected. */
  starting(scenario: string): StartingDialogue | Unstarted
  /** A message that an exclusion of it equals. */
  excluding(scenario: string): Turn | undefined
  /** A message for which the bot asks for clarification and offers it. */
  clarifying(scenario: string): Turn | undefined
}

/** Creates the finder for a bot. `scenarios` are those that the bot was created from. */
export function createFinder(bot: Bot, scenarios: readonly SimulatedScenario[]): Finder {
  const fields = fieldsByKey(bot, scenarios)
  const predict = createPredictor(bot)
  const say = (message: string) => takeTurn(bot, newDialogue, message)
  const shareOf = countExclusions([...fields.values()])
  // A message that is excluded from many scenarios replaces as many tests.
  const byShare = (messages: readonly string[]) => [...messages].sort((a, b) => shareOf(b) - shareOf(a))
  const messages = (key: string) => suggestMessages(fields.get(key))
  const offering = (key: string) =>
    messages(key).filter(message => {
      const { decision } = predict(message)
      return decision.kind === 'clarify' && decision.candidates.includes(key)
    })
  return {
    starting(scenario) {
      const own = messages(scenario)
      const starting = byShare(own).find(message => isStart(predict(message).decision, scenario))
      if (starting !== undefined) return { scenario, turns: [say(starting).turn] }
      const picked = picking(bot, scenario, offering(scenario))
      if (picked !== undefined) return picked
      const [message] = own
      return message === undefined
        ? { scenario }
        : { scenario, tried: { message, decision: say(message).turn.decision } }
    },
    excluding(scenario) {
      for (const message of byShare(suggestExclusions(fields.get(scenario)))) {
        const { turn } = say(message)
        if (turn.scores.some(score => score.scenario === scenario && score.out === 'excluded')) return turn
      }
      return undefined
    },
    clarifying(scenario) {
      const [message] = offering(scenario)
      return message === undefined ? undefined : say(message).turn
    },
  }
}

function isStart(decision: Decision, scenario: string): boolean {
  return decision.kind === 'start' && decision.scenario === scenario
}

/** An offer, and the answer that selects the scenario by its label. */
function picking(bot: Bot, scenario: string, offering: readonly string[]): StartingDialogue | undefined {
  const label = bot.scenarios.get(scenario)?.label ?? ''
  for (const message of offering) {
    const offered = takeTurn(bot, newDialogue, message)
    const { turn } = takeTurn(bot, offered.dialogue, label)
    if (isStart(turn.decision, scenario)) return { scenario, turns: [offered.turn, turn] }
  }
  return undefined
}

/** As the bot uses them: of two active scenarios with one key, the first. */
function fieldsByKey(bot: Bot, scenarios: readonly SimulatedScenario[]): ReadonlyMap<string, ScenarioFields> {
  const fields = new Map<string, ScenarioFields>()
  for (const { key, isActive, scenario } of scenarios) {
    if (isActive && bot.scenarios.has(key) && !fields.has(key)) fields.set(key, scenario)
  }
  return fields
}

/** Counts the scenarios that an exclusion rules out. */
function countExclusions(scenarios: readonly ScenarioFields[]): (text: string) => number {
  const counts = new Map<string, number>()
  for (const { exclusions = [] } of scenarios) {
    for (const text of new Set(exclusions.map(fold))) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return text => counts.get(fold(text)) ?? 0
}
