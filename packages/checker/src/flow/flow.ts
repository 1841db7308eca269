import { buildGraph, type FlowGraph } from '@scenewright/graph'
import { type Definition, type FlowNode, nodeTypes } from '@scenewright/model'
import { type DocumentPath, nodePath } from '@scenewright/model/compilation'
import type { ScenarioSubject } from '../context.ts'

/** The path of the list of nodes. */
export const nodesPath: DocumentPath = ['scenario', 'definition', 'nodes']

/** A flow as its rules see it. */
export interface Flow {
  /** The first node of each id, and its index in the definition's list. */
  readonly nodes: ReadonlyMap<string, { readonly node: FlowNode; readonly index: number }>
  /** The ids that several nodes have. */
  readonly repeated: ReadonlySet<string>
  readonly ends: ReadonlySet<string>
  /** All edges between existing nodes. */
  readonly graph: FlowGraph
  /** The same without the edges that leave an END, because no walk continues after an END. */
  readonly walks: FlowGraph
}

/** Reads a scenario's flow. If several nodes have one id and one of them is an END, the id is an END. */
export function readFlow({ definition }: ScenarioSubject): Flow {
  const nodes = new Map<string, { node: FlowNode; index: number }>()
  const repeated = new Set<string>()
  const ends = new Set<string>()
  for (const [index, node] of definition.nodes.entries()) {
    if (nodes.has(node.id)) repeated.add(node.id)
    else nodes.set(node.id, { node, index })
    if (node.type === nodeTypes.end) ends.add(node.id)
  }
  let graph: FlowGraph | undefined
  let walks: FlowGraph | undefined
  // A flow without problems needs no graph.
  return {
    nodes,
    repeated,
    ends,
    get graph() {
      graph ??= buildGraph(definition)
      return graph
    },
    get walks() {
      walks ??= withoutEdgesAfterEnds(definition, ends, this.graph)
      return walks
    },
  }
}

function withoutEdgesAfterEnds({ nodes, edges }: Definition, ends: ReadonlySet<string>, graph: FlowGraph): FlowGraph {
  const taken = edges.filter(edge => !ends.has(edge.source))
  return taken.length === edges.length ? graph : buildGraph({ nodes, edges: taken })
}

/** The path of the first node that has the id. */
export function pathOf(flow: Flow, id: string): DocumentPath {
  const place = flow.nodes.get(id)
  return place === undefined ? nodesPath : nodePath(place.index)
}
