import type { FlowGraph } from './build-graph.ts'

interface Visit {
  readonly id: string
  readonly order: number
  /** The earliest node still open that is known to be reachable from here. */
  low: number
  isOpen: boolean
  readonly ahead: Iterator<string>
}

/**
 * The weakly connected components of `members`, without other nodes, in the order of the definition. Linear in the
 * graph.
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

/**
 * The strongly connected components of the subgraph of `members`, including single nodes: every component before those
 * that lead to it. Tarjan's algorithm with its own stack, so that a chain of 10,000 nodes does not exhaust the engine's
 * (the library's own version does). Linear in the graph.
 */
export function strongComponents(graph: FlowGraph, members: ReadonlySet<string>): readonly (readonly string[])[] {
  const visits = new Map<string, Visit>()
  const open: Visit[] = []
  const components: string[][] = []
  const enter = (id: string): Visit => {
    const visit = { id, order: visits.size, low: visits.size, isOpen: true, ahead: graph.successors(id).values() }
    visits.set(id, visit)
    open.push(visit)
    return visit
  }
  for (const root of graph.ids) {
    if (!members.has(root) || visits.has(root)) continue
    const path = [enter(root)]
    for (let visit = path.at(-1); visit !== undefined; visit = path.at(-1)) {
      const next = visit.ahead.next()
      if (next.done === true) {
        path.pop()
        const parent = path.at(-1)
        if (parent !== undefined) parent.low = Math.min(parent.low, visit.low)
        if (visit.low === visit.order) components.push(close(open, visit))
      } else if (members.has(next.value)) {
        const seen = visits.get(next.value)
        if (seen === undefined) path.push(enter(next.value))
        else if (seen.isOpen) visit.low = Math.min(visit.low, seen.order)
      }
    }
  }
  return components
}

/** Removes the component with the head `root` from the open nodes. */
function close(open: Visit[], root: Visit): string[] {
  const component = open.splice(open.lastIndexOf(root))
  for (const visit of component) visit.isOpen = false
  return component.map(visit => visit.id)
}
