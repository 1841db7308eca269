import type { Definition } from '@scenewright/model'
import { addTo } from '@scenewright/model/collections'
import type { Flow } from './flow.ts'

/**
 * Whether a flow is obviously correct, in a quick check: all edges lead to existing nodes, no edge leaves an END, there
 * is no cycle, every other node has an outgoing edge, and every node except the start has an incoming edge. Then each
 * walk ends at an END, and each node is on a walk. Most flows are like this, and the full graph analysis costs far more
 * than this check.
 */
export function isObviouslyValid({ nodes, ends, repeated }: Flow, { start_node_id, edges }: Definition): boolean {
  if (ends.size === 0 || repeated.size > 0 || !nodes.has(start_node_id)) return false
  const waysIn = new Map<string, number>()
  const ahead = new Map<string, string[]>()
  for (const { source, target } of edges) {
    if (!nodes.has(source) || !nodes.has(target) || ends.has(source)) return false
    waysIn.set(target, (waysIn.get(target) ?? 0) + 1)
    addTo(ahead, source, target)
  }
  if (ahead.size !== nodes.size - ends.size || waysIn.has(start_node_id) || waysIn.size !== nodes.size - 1) return false
  return hasNoCycle(start_node_id, ahead, waysIn)
}

/** Removes nodes without incoming edges, one by one: the remaining nodes are in a cycle, or after one. */
function hasNoCycle(start: string, ahead: ReadonlyMap<string, readonly string[]>, waysIn: Map<string, number>) {
  const free = [start]
  for (const id of free) {
    for (const next of ahead.get(id) ?? []) {
      const left = (waysIn.get(next) ?? 0) - 1
      waysIn.set(next, left)
      if (left === 0) free.push(next)
    }
  }
  return free.length === waysIn.size + 1
}
