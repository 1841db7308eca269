import type { FlowGraph } from './build-graph.ts'

/** All that repeated steps lead to, breadth first. A Set hands out what is added while it is being read. */
export function spread(
  graph: FlowGraph,
  from: Iterable<string>,
  step: (id: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const id of from) if (graph.has(id)) found.add(id)
  for (const id of found) for (const next of step(id)) found.add(next)
  return found
}
