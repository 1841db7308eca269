import type { Definition } from '@scenewright/model'
import type { Flow } from './flow.ts'

/**
 * Whether a flow has nothing wrong with its way through, and shows it at one look: its edges lead nowhere but to nodes
 * of it, never leave an END and never round in a circle; every other node has one that leaves it, and every node but
 * the start one that leads to it. Then each walk ends at an END, and each node is on one. Most flows are such, and the
 * graph that tells the others apart costs far more than this.
 */
export function isPlainlySound({ nodes, ends, repeated }: Flow, { start_node_id, edges }: Definition): boolean {
  if (ends.size === 0 || repeated.size > 0 || !nodes.has(start_node_id)) return false
  const waysIn = new Map<string, number>()
  const ahead = new Map<string, string[]>()
  for (const { source, target } of edges) {
    if (!nodes.has(source) || !nodes.has(target) || ends.has(source)) return false
    waysIn.set(target, (waysIn.get(target) ?? 0) + 1)
    const others = ahead.get(source)
    if (others === undefined) ahead.set(source, [target])
    else others.push(target)
  }
  if (ahead.size !== nodes.size - ends.size || waysIn.has(start_node_id) || waysIn.size !== nodes.size - 1) return false
  return hasNoCircle(start_node_id, ahead, waysIn)
}

/** Takes away the nodes that nothing leads to any more, one after the other: what is left is in a circle, or behind one. */
function hasNoCircle(start: string, ahead: ReadonlyMap<string, readonly string[]>, waysIn: Map<string, number>) {
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
