import type { FlowGraph } from './build-graph.ts'

/**
 * A shortest walk from `id` back to itself within `members`, with `id` at both ends, or undefined if there is none.
 * Linear in the members and their edges.
 */
export function cycleThrough(
  graph: FlowGraph,
  id: string,
  members: ReadonlySet<string>,
): readonly string[] | undefined {
  if (!members.has(id)) return undefined
  const cameFrom = new Map<string, string>()
  const found = new Set([id])
  for (const at of found) {
    for (const next of graph.successors(at)) {
      if (next === id) return closed(cameFrom, id, at)
      if (!members.has(next) || found.has(next)) continue
      found.add(next)
      cameFrom.set(next, at)
    }
  }
  return undefined
}

function closed(cameFrom: ReadonlyMap<string, string>, id: string, last: string): string[] {
  const walk = [id]
  for (let at: string | undefined = last; at !== undefined && at !== id; at = cameFrom.get(at)) walk.push(at)
  walk.push(id)
  return walk.reverse()
}
