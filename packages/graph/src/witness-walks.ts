import type { FlowGraph } from './build-graph.ts'

/** Shortest walks from one node to every node that it reaches. */
export interface WitnessWalks {
  /** The nodes with a walk, nearest first. */
  readonly reached: ReadonlySet<string>
  /** The walk to `id`, both ends included; of equally short ones, the first in the order of the definition. */
  walkTo(id: string): readonly string[] | undefined
}

/** The shortest walks from `from`, computed once for all of them. Linear in the graph, and in each walk. */
export function witnessWalks(graph: FlowGraph, from: string): WitnessWalks {
  const cameFrom = new Map<string, string | undefined>()
  const reached = new Set<string>()
  if (graph.has(from)) reached.add(from)
  for (const id of reached) {
    for (const next of graph.successors(id)) {
      if (reached.has(next)) continue
      reached.add(next)
      cameFrom.set(next, id)
    }
  }
  return {
    reached,
    walkTo(id) {
      if (!reached.has(id)) return undefined
      const walk = [id]
      for (let last = cameFrom.get(id); last !== undefined; last = cameFrom.get(last)) walk.push(last)
      return walk.reverse()
    },
  }
}
