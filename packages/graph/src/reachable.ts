import type { FlowGraph } from './build-graph.ts'

/** The nodes that a walk from any of `from` gets to, themselves included, nearest first. Linear in the graph. */
export function reachable(graph: FlowGraph, from: Iterable<string>): ReadonlySet<string> {
  return spread(graph, from, graph.successors)
}

/** The nodes from which a walk gets to any of `to`, themselves included, nearest first. Linear in the graph. */
export function coReachable(graph: FlowGraph, to: Iterable<string>): ReadonlySet<string> {
  return spread(graph, to, graph.predecessors)
}

/** All that repeated steps lead to, breadth first. A Set hands out what is added while it is being read. */
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
