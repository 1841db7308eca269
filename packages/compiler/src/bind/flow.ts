import type { Problem } from '../parse/problem.ts'
import { fieldOf, type SourceMapping } from '../parse/source-tree.ts'

/** Edges stand in one place: in `flow.edges`, or in the `next` of each node. */
export function flowProblems(root: SourceMapping): readonly Problem[] {
  const flow = fieldOf(root, 'flow')?.value
  if (flow?.kind !== 'mapping') return []
  const edges = fieldOf(flow, 'edges')
  const nodes = fieldOf(flow, 'nodes')?.value
  if (edges === undefined || nodes?.kind !== 'mapping') return []
  for (const { name, value } of nodes.fields) {
    const next = value.kind === 'mapping' ? fieldOf(value, 'next') : undefined
    if (next === undefined) continue
    return [
      {
        rule: 'source/schema',
        message: `Node "${name}" has a "next", yet the flow has "edges": only one of them may stand`,
        span: next.key,
        node: name,
        related: [{ span: edges.key, message: 'The edges stand here' }],
      },
    ]
  }
  return []
}
