import type { Definition, FlowEdge, FlowNode } from '@scenewright/model'
import { addTo } from '@scenewright/model/collections'

/** A flow with its nodes indexed by id. */
export interface FlowIndex {
  /** Undefined if the scenario has no flow. */
  readonly start: string | undefined
  readonly nodes: ReadonlyMap<string, FlowNode>
  /** The edges that leave a node, in the order of the list. */
  readonly edges: ReadonlyMap<string, readonly FlowEdge[]>
}

/** One for all scenarios without a flow: a bot that only predicts has thousands of them. */
const noFlow: FlowIndex = { start: undefined, nodes: new Map(), edges: new Map() }

/** Indexes a flow's nodes and edges. Of two nodes with one id, the first is used. */
export function indexFlow(definition: Definition | undefined): FlowIndex {
  if (definition === undefined) return noFlow
  const nodes = new Map<string, FlowNode>()
  for (const node of definition.nodes) if (!nodes.has(node.id)) nodes.set(node.id, node)
  const edges = new Map<string, FlowEdge[]>()
  for (const edge of definition.edges) {
    addTo(edges, edge.source, edge)
  }
  return { start: definition.start_node_id, nodes, edges }
}
