import type { FlowGraph } from './build-graph.ts'

/**
 * The parts that `members` fall into when the direction of edges is set aside and other nodes are left out, in the
 * order of the definition. Linear in the graph.
 */
export function weakComponents(graph: FlowGraph, members: ReadonlySet<string>): readonly ReadonlySet<string>[] {
  const placed = new Set<string>()
  const components: ReadonlySet<string>[] = []
  for (const id of graph.ids) {
    if (!members.has(id) || placed.has(id)) continue
    const component = new Set([id])
    for (const member of component) {
      placed.add(member)
      for (const next of graph.successors(member)) if (members.has(next)) component.add(next)
      for (const previous of graph.predecessors(member)) if (members.has(previous)) component.add(previous)
    }
    components.push(component)
  }
  return components
}
