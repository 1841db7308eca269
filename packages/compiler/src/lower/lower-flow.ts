import { type Definition, type FlowNode, nodeTypes } from '@scenewright/model'
import { isOwnedByDefinition, isOwnedByNode, isOwnFieldType, typeOf } from '../bind/extra.ts'
import { put } from '../parse/put.ts'
import { findField, type SourceField, type SourceMapping, type SourceNode } from '../parse/source-tree.ts'
import { type EdgeOrigin, edgeOrigins, lowerEdges } from './lower-edges.ts'
import { spreadExtra } from './spread-extra.ts'

const namedFields = new Set(['id', 'type', 'title', 'next', 'extra'])

/** The part of the source for each node and edge of a definition, by its index. */
export interface FlowOrigins {
  readonly nodes: readonly SourceField[]
  readonly edges: readonly EdgeOrigin[]
}

/** Creates a definition from a flow: nodes in the source's order, edges by node and then in the order of their list. */
export function lowerFlow(flow: SourceNode | undefined): { definition: Definition; origins: FlowOrigins } {
  const nodes = flow?.kind === 'mapping' ? findField(flow, 'nodes')?.value : undefined
  const nodeFields = nodes?.kind === 'mapping' ? nodes.fields : []
  const start = flow?.kind === 'mapping' ? findField(flow, 'start')?.value.value : undefined
  const origins = edgeOrigins(flow, nodeFields)
  const definition: Record<string, unknown> = {
    start_node_id: start ?? nodeFields[0]?.name ?? '',
    nodes: nodeFields.map(lowerNode),
    edges: lowerEdges(origins),
  }
  spreadExtra(definition, flow, isOwnedByDefinition)
  // Its three fields have just been set, and `extra` cannot change them.
  return { definition: definition as unknown as Definition, origins: { nodes: nodeFields, edges: origins } }
}

/** Creates a node from its field under `flow.nodes`: the title defaults to the id, and null leaves it out. */
function lowerNode({ name, value }: SourceField): FlowNode {
  if (value.kind !== 'mapping') return { id: name, type: nodeTypes.end, title: name }
  const type = typeOf(value)
  const node: Record<string, unknown> = { id: name, type }
  const title = findField(value, 'title')?.value.value
  if (title !== null) node.title = title ?? name
  if (type === nodeTypes.reply) node.text = findField(value, 'text')?.value.value
  if (isOwnFieldType(type)) copyOwnFields(node, value)
  spreadExtra(node, value, isOwnedByNode(type))
  // Both are texts: the name of a field, and the result of `typeOf`.
  return node as unknown as FlowNode
}

function copyOwnFields(node: Record<string, unknown>, { fields }: SourceMapping): void {
  for (const { name, value } of fields) if (!namedFields.has(name)) put(node, name, value.value)
}
