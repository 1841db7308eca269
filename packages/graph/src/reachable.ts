import type { FlowGraph } from './build-graph.ts'

/** The nodes that can be reached from any of `from`, including these, nearest first. Linear in the graph. */
export function reachable(graph: FlowGraph, from: Iterable<string>): ReadonlySet<string> {
  return spread(graph, from, graph.successors)
}

/** The nodes from which any of `to` can be reached, including these, nearest first. Linear in the graph. */
export function coReachable(graph: FlowGraph, to: Iterable<string>): ReadonlySet<string> {
  return spread(graph, to, graph.predecessors)
}

/**
 * All nodes reached by repeated steps, breadth first. A Set is iterated in insertion order, including items that are
 * added meanwhile.
 */
function spread(
  graph: FlowGraph,
  from: Iterable<string>,
  step: (id: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const id of from) if (graph.has(id)) found.add(id)
  for (const id of found) for (const next of step(id)) found.add(next)
  return found
}
