import type { FlowGraph } from './build-graph.ts'

/**
 * A shortest walk from `from` to the nearest of `to`, both ends included, or undefined where there is none. Of equally
 * short ones the first in the order of the definition. Linear in the graph.
 */
export function witnessWalk(graph: FlowGraph, from: string, to: ReadonlySet<string>): readonly string[] | undefined {
  if (!graph.has(from)) return undefined
  const cameFrom = new Map<string, string | undefined>([[from, undefined]])
  for (const id of cameFrom.keys()) {
    if (to.has(id)) return trace(cameFrom, id)
    for (const next of graph.successors(id)) if (!cameFrom.has(next)) cameFrom.set(next, id)
  }
  return undefined
}

function trace(cameFrom: ReadonlyMap<string, string | undefined>, last: string): string[] {
  const walk: string[] = []
  for (let id: string | undefined = last; id !== undefined; id = cameFrom.get(id)) walk.push(id)
  return walk.reverse()
}
