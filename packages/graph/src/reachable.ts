import type { FlowGraph } from './build-graph.ts'
import { spread } from './spread.ts'

/** The nodes that a walk from any of `from` gets to, themselves included, nearest first. Linear in the graph. */
export function reachable(graph: FlowGraph, from: Iterable<string>): ReadonlySet<string> {
  return spread(graph, from, graph.successors)
}
