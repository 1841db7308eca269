import type { Condition, Definition, FlowEdge, FlowNode, ScenarioFields } from '@scenewright/model'
import { type BotSettings, botDefaults } from '@scenewright/model/config'
import { type Bot, createBot, newDialogue, type SimulatedScenario, type Turn, takeTurn } from '../src/index.ts'

/** An active scenario that says its key and ends, but for what `fields` says otherwise. */
export function scenario(key: string, fields: Partial<ScenarioFields> = {}): SimulatedScenario {
  const definition = flow('say', [reply('say', `this is ${key}`), end('done')], [edge('say', 'done')])
  return { key, isActive: true, scenario: { title: key, trigger_description: '', definition, ...fields } }
}

export function flow(start: string, nodes: readonly FlowNode[], edges: readonly FlowEdge[]): Definition {
  return { start_node_id: start, nodes, edges }
}

export function reply(id: string, text = `${id} says`): FlowNode {
  return { id, type: 'FIXED_REPLY', text }
}

export function end(id: string): FlowNode {
  return { id, type: 'END' }
}

interface EdgeFields {
  readonly id?: string
  readonly priority?: number
  readonly condition?: Condition
}

export function edge(source: string, target: string, fields: EdgeFields = {}): FlowEdge {
  return { id: `${source}--${target}`, source, target, ...fields }
}

/** An English bot without clarification, but for what `settings` says otherwise. */
export function bot(scenarios: readonly SimulatedScenario[], settings: Partial<BotSettings> = {}): Bot {
  return createBot(scenarios, { ...botDefaults, primary_language: 'en', ...settings })
}

/** The bot with every confidence as given, by the scenarios' keys, whatever the message. */
export function confident(given: Bot, confidences: Readonly<Record<string, number>>): Bot {
  const score = (message: string) =>
    given.scorer.score(message).map(found => ({ ...found, confidence: confidences[found.scenario] ?? 0 }))
  const contenders = (message: string, min: number) => score(message).filter(({ confidence }) => confidence >= min)
  return { ...given, scorer: { ...given.scorer, score, contenders } }
}

/** The turns of one dialogue. */
export function talk(given: Bot, ...messages: readonly string[]): readonly Turn[] {
  let dialogue = newDialogue
  return messages.map(message => {
    const result = takeTurn(given, dialogue, message)
    dialogue = result.dialogue
    return result.turn
  })
}

/** The decisions of one dialogue. */
export function decisions(given: Bot, ...messages: readonly string[]) {
  return talk(given, ...messages).map(turn => turn.decision)
}
