import {
  type BotSettings,
  botDefaults,
  type Condition,
  type Definition,
  type FlowEdge,
  type FlowNode,
  type ScenarioFields,
} from '@scenewright/model'
import { type Bot, createBot, newDialogue, type SimulatedScenario, takeTurn } from '../src/index.ts'

export const english: BotSettings = { ...botDefaults, primary_language: 'en' }

/** An active scenario that says its key and ends, but for what `fields` says otherwise. */
export function scenario(key: string, fields: Partial<ScenarioFields> = {}): SimulatedScenario {
  const definition: Definition = {
    start_node_id: 'say',
    nodes: [reply('say', `this is ${key}`), { id: 'done', type: 'END' }],
    edges: [edge('say', 'done')],
  }
  return { key, isActive: true, scenario: { title: key, trigger_description: '', definition, ...fields } }
}

export function reply(id: string, text: string): FlowNode {
  return { id, type: 'FIXED_REPLY', text }
}

export function edge(
  source: string,
  target: string,
  more: { readonly id?: string; readonly priority?: number; readonly condition?: Condition } = {},
): FlowEdge {
  return { id: `${source}--${target}`, source, target, ...more }
}

/** The turns of one dialogue. */
export function talk(bot: Bot, ...messages: readonly string[]) {
  let dialogue = newDialogue
  return messages.map(message => {
    const result = takeTurn(bot, dialogue, message)
    dialogue = result.dialogue
    return result.turn
  })
}

export function bot(scenarios: readonly SimulatedScenario[], settings: Partial<BotSettings> = {}): Bot {
  return createBot(scenarios, { ...english, ...settings })
}
