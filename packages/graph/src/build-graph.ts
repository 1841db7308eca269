import { Graph } from '@dagrejs/graphlib'
import type { FlowEdge, FlowNode } from '@scenewright/model'

/** The nodes and edges of a flow. Every list is in the order in which the definition lists the nodes. */
export interface FlowGraph {
  readonly ids: readonly string[]
  has(id: string): boolean
  /** The targets of edges from `id`, each once; empty for an unknown id. */
  successors(id: string): readonly string[]
  /** The sources of edges to `id`, each once; empty for an unknown id. */
  predecessors(id: string): readonly string[]
}

/** The graph of a flow. An id listed twice is one node; an edge from or to an id that is not listed is left out. */
export function buildGraph(flow: {
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
}): FlowGraph {
  const ids = Array.from(new Set(flow.nodes.map(node => node.id)))
  // The library stores its nodes as keys of plain objects, where `__proto__` and `constructor` are special: it gets
  // their numbers, which such objects also list in ascending order.
  const numbers = new Map(ids.map((id, number) => [id, String(number)]))
  const graph = new Graph()
  for (const number of numbers.values()) graph.setNode(number)
  for (const { source, target } of flow.edges) {
    const from = numbers.get(source)
    const to = numbers.get(target)
    if (from !== undefined && to !== undefined) graph.setEdge(from, to)
  }
  const idsOf = (found: readonly string[] | undefined) => (found ?? []).map(number => ids[Number(number)] ?? '')
  return {
    ids,
    has: id => numbers.has(id),
    successors: remembered(id => idsOf(graph.successors(numbers.get(id) ?? ''))),
    predecessors: remembered(id => idsOf(graph.predecessors(numbers.get(id) ?? ''))),
  }
}

/** Several rules walk the same graph, and the library creates a new list for every query. */
function remembered(ask: (id: string) => readonly string[]): (id: string) => readonly string[] {
  const answers = new Map<string, readonly string[]>()
  return id => {
    const known = answers.get(id)
    if (known !== undefined) return known
    const answer = ask(id)
    answers.set(id, answer)
    return answer
  }
}
