import type { FlowGraph } from './build-graph.ts'
import { spread } from './spread.ts'

/** The nodes from which a walk gets to any of `to`, themselves included, nearest first. Linear in the graph. */
export function coReachable(graph: FlowGraph, to: Iterable<string>): ReadonlySet<string> {
  return spread(graph, to, graph.predecessors)
}
