import { type FlowNode, nodeTypes } from '@scenewright/model'
import { isOwnedByNode, isOwnFieldType, typeOf } from '../bind/extra.ts'
import { put } from '../parse/put.ts'
import { fieldOf, type SourceField, type SourceMapping } from '../parse/source-tree.ts'
import { spreadExtra } from './spread-extra.ts'

const namedFields = new Set(['id', 'type', 'title', 'next', 'extra'])

/** Makes a node of its field under `flow.nodes`: the title defaults to the id, and null leaves it out. */
export function lowerNode({ name, value }: SourceField): FlowNode {
  if (value.kind !== 'mapping') return { id: name, type: nodeTypes.end, title: name }
  const type = typeOf(value)
  const node: Record<string, unknown> = { id: name, type }
  const title = fieldOf(value, 'title')?.value.value
  if (title !== null) node.title = title ?? name
  if (type === nodeTypes.reply) node.text = fieldOf(value, 'text')?.value.value
  if (isOwnFieldType(type)) copyOwnFields(node, value)
  spreadExtra(node, value, isOwnedByNode(type))
  // Both are texts: the name of a field, and what `typeOf` gives.
  return node as unknown as FlowNode
}

function copyOwnFields(node: Record<string, unknown>, { fields }: SourceMapping): void {
  for (const { name, value } of fields) if (!namedFields.has(name)) put(node, name, value.value)
}
