import { type FlowNode, type ImportDocument, nodeTypes } from '@scenewright/model'
import type { CustomerText } from '../change-details.ts'
import { flowOf } from '../compared-scenario.ts'
import { shown } from '../shown.ts'

/** All texts of a scenario for itself and for the customer, except its title. */
export function textsOfScenario(document: ImportDocument): readonly CustomerText[] {
  const { scenario } = document
  const one = (label: string, text: string | null | undefined) => (text ? [{ label, text }] : [])
  const many = (label: string, texts: readonly string[] = []) => texts.map(text => ({ label, text }))
  return [
    ...one('trigger description', scenario.trigger_description),
    ...one('description', scenario.description),
    ...one('clarification label', scenario.clarification_label),
    ...many('example', scenario.examples),
    ...many('exclusion', scenario.exclusions),
    ...flowOf({ document }).nodes.flatMap(textsOfNode),
    ...one('exit message', scenario.exit_message),
  ]
}

/** Returns the texts of a node: for a reply its text, for any other node all its fields. An END has none. */
export function textsOfNode(node: FlowNode): readonly CustomerText[] {
  const { id: _id, type, title: _title, ...fields } = node
  const label = nameOfNode(node)
  if (type === nodeTypes.reply && typeof fields.text === 'string') {
    const { text, ...rest } = fields
    return [{ label, text }, ...(Object.keys(rest).length === 0 ? [] : [{ label, text: JSON.stringify(rest) }])]
  }
  return Object.keys(fields).length === 0 ? [] : [{ label, text: JSON.stringify(fields) }]
}

/** Names a node for a person: `reply "answer"`, `end "done"`, `step "ask" (ASK)`. */
export function nameOfNode({ id, type }: FlowNode): string {
  if (type === nodeTypes.reply) return `reply ${shown(id)}`
  return type === nodeTypes.end ? `end ${shown(id)}` : `step ${shown(id)} (${type})`
}
