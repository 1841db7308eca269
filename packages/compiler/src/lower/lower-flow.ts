import type { Definition } from '@scenewright/model'
import { isOwnedByDefinition } from '../bind/extra.ts'
import { fieldOf, type SourceField, type SourceNode } from '../parse/source-tree.ts'
import { type EdgeOrigin, edgeOrigins, lowerEdges } from './lower-edges.ts'
import { lowerNode } from './lower-node.ts'
import { spreadExtra } from './spread-extra.ts'

/** Which part of the source each node and edge of a definition was made of, by its place in the list. */
export interface FlowOrigins {
  readonly nodes: readonly SourceField[]
  readonly edges: readonly EdgeOrigin[]
}

/** Makes a definition of a flow: nodes in the source's order, edges by node and then in the order of their list. */
export function lowerFlow(flow: SourceNode | undefined): { definition: Definition; origins: FlowOrigins } {
  const nodes = flow?.kind === 'mapping' ? fieldOf(flow, 'nodes')?.value : undefined
  const nodeFields = nodes?.kind === 'mapping' ? nodes.fields : []
  const start = flow?.kind === 'mapping' ? fieldOf(flow, 'start')?.value.value : undefined
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
