import type { FlowIndex } from '../flow/flow-index.ts'
import { walkFlow } from '../flow/walk.ts'

/** The ids of a flow's nodes and edges, and which of them a walk of the simulator can come by. Each id once. */
export interface FlowParts {
  readonly nodes: ReadonlyMap<string, boolean>
  readonly edges: ReadonlyMap<string, boolean>
}

/** Parts a flow into what can be simulated and what cannot: from its start there is one walk, and no other. */
export function partsOf(flow: FlowIndex): FlowParts {
  const walk = walkFlow(flow)
  const edges = [...flow.edges.values()].flat().map(({ id }) => id)
  return { nodes: marked(flow.nodes.keys(), walk.nodes), edges: marked(edges, walk.edges) }
}

function marked(ids: Iterable<string>, simulable: readonly string[]): ReadonlyMap<string, boolean> {
  const known = new Set(simulable)
  return new Map(Array.from(ids, id => [id, known.has(id)]))
}
