import { buildGraph, type FlowGraph } from '@scenewright/graph'
import { type FlowNode, nodeTypes } from '@scenewright/model'
import type { ScenarioSubject } from '../context.ts'

/** A flow as its rules see it. */
export interface Flow {
  /** The first node of each id, and its index in the definition's list. */
  readonly nodes: ReadonlyMap<string, { readonly node: FlowNode; readonly index: number }>
  /** The ids that several nodes have. */
  readonly repeated: ReadonlySet<string>
  readonly ends: ReadonlySet<string>
  /** Every edge between nodes that are there. */
  readonly graph: FlowGraph
  /** The same without the edges that leave an END: no walk goes on behind it. */
  readonly walks: FlowGraph
}

/** Reads a scenario's flow. An id that several nodes have is an END where one of them is. */
export function readFlow({ definition }: ScenarioSubject): Flow {
  const nodes = new Map<string, { node: FlowNode; index: number }>()
  const repeated = new Set<string>()
  const ends = new Set<string>()
  for (const [index, node] of definition.nodes.entries()) {
    if (nodes.has(node.id)) repeated.add(node.id)
    else nodes.set(node.id, { node, index })
    if (node.type === nodeTypes.end) ends.add(node.id)
  }
  const graph = buildGraph(definition)
  const taken = definition.edges.filter(edge => !ends.has(edge.source))
  const isWhole = taken.length === definition.edges.length
  const walks = isWhole ? graph : buildGraph({ nodes: definition.nodes, edges: taken })
  return { nodes, repeated, ends, graph, walks }
}
