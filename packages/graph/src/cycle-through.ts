import type { FlowGraph } from './build-graph.ts'
import { witnessWalk } from './witness-walk.ts'

/**
 * A shortest walk from `id` back to itself that stays among `members`, `id` at both ends, or undefined where there is
 * none. Linear in the graph.
 */
export function cycleThrough(
  graph: FlowGraph,
  id: string,
  members: ReadonlySet<string>,
): readonly string[] | undefined {
  const backwards: FlowGraph = {
    ids: graph.ids,
    has: graph.has,
    successors: node => graph.predecessors(node).filter(previous => members.has(previous)),
    predecessors: node => graph.successors(node).filter(next => members.has(next)),
  }
  const firstSteps = new Set(graph.successors(id).filter(next => members.has(next)))
  if (!members.has(id) || firstSteps.size === 0) return undefined
  const walk = witnessWalk(backwards, id, firstSteps)
  return walk === undefined ? undefined : [id, ...walk.toReversed()]
}
