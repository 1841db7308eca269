import { strongComponents } from '@scenewright/graph'
import type { Flow } from './flow.ts'

/** Nodes that no walk from the start reaches. */
export interface CutOffRegion {
  /** Walks from this node reach all of them. */
  readonly entry: string
  /** The entry first, then by distance from the entry. */
  readonly nodes: readonly string[]
}

/**
 * The regions of the nodes that are not in `reached`: each is a set of nodes that no other node leads to, with the
 * nodes that depend on it. A node that depends on two sets belongs to the first in the order of the definition.
 */
export function findCutOffRegions({ graph }: Flow, reached: ReadonlySet<string>): readonly CutOffRegion[] {
  const rest = new Set(graph.ids.filter(id => !reached.has(id)))
  if (rest.size === 0) return []
  const heads = new Map<string, ReadonlySet<string>>()
  for (const component of strongComponents(graph, rest)) {
    const members = new Set(component)
    if (component.some(id => graph.predecessors(id).some(previous => !members.has(previous)))) continue
    for (const id of members) heads.set(id, members)
  }
  const placed = new Set<string>()
  const regions: CutOffRegion[] = []
  for (const entry of graph.ids) {
    if (!heads.has(entry) || placed.has(entry)) continue
    const nodes = new Set([entry])
    for (const id of nodes) {
      placed.add(id)
      for (const next of graph.successors(id)) if (rest.has(next) && !placed.has(next)) nodes.add(next)
    }
    regions.push({ entry, nodes: [...nodes] })
  }
  return regions
}
