import { alwaysCondition, nodeTypes } from '@scenewright/model'
import { Refusal } from '../http/refusal.ts'
import type { definition } from '../schemas/definition.ts'
import type { Infer } from '../schemas/infer.ts'

/** A definition as requests and the database hold it. */
export type StoredDefinition = Infer<typeof definition>

/** Throws a Refusal 400 naming the node or edge where a definition does not hold together. */
export function checkDefinition({ start_node_id, nodes, edges }: StoredDefinition): void {
  const ids = new Set<string>()
  for (const node of nodes) {
    if (ids.has(node.id)) throw invalid(`The node "${node.id}" is there twice.`)
    ids.add(node.id)
    const text = Object.hasOwn(node, 'text') ? (node as { readonly text?: unknown }).text : undefined
    if (node.type === nodeTypes.reply && typeof text !== 'string') {
      throw invalid(`The node "${node.id}" of the type ${nodeTypes.reply} lacks its "text".`)
    }
  }
  if (!ids.has(start_node_id)) throw invalid(`The start node "${start_node_id}" is none of the nodes.`)
  for (const { id, source, target } of edges) {
    for (const end of [source, target]) {
      if (!ids.has(end)) throw invalid(`The edge "${id}" names the node "${end}", which is none of the nodes.`)
    }
  }
}

/** Throws a Refusal 400 naming the first node or edge that this service cannot carry out. */
export function checkExecutable({ nodes, edges }: StoredDefinition): void {
  const known: readonly string[] = Object.values(nodeTypes)
  for (const { id, type } of nodes) {
    if (!known.includes(type)) throw invalid(`The node "${id}" has the type "${type}", which cannot be carried out.`)
  }
  for (const { id, condition } of edges) {
    if (condition !== undefined && condition.type !== alwaysCondition) {
      throw invalid(`The edge "${id}" has the condition "${condition.type}", which cannot be carried out.`)
    }
  }
}

function invalid(message: string): Refusal {
  return new Refusal(400, message)
}
