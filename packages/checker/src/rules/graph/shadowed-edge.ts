import { edgePath } from '@scenewright/model/compilation'
import { findEdgeAnomalies } from '../../flow/edge-order.ts'
import { scenarioRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const shadowedEdge = scenarioRule({
  id: 'graph/shadowed-edge',
  level: 'warning',
  summary: 'An edge comes after an ALWAYS edge of the same node, so it is never taken.',
  check({ definition, share, report }) {
    for (const { kind, edge, because } of share(findEdgeAnomalies)) {
      if (kind !== 'shadowed') continue
      const { source = '', target = '' } = definition.edges[edge] ?? {}
      const winner = definition.edges[because]?.target ?? ''
      report({
        message: `The edge from ${quoted(source)} to ${quoted(target)} is never taken: the one to ${quoted(winner)} comes before it, and is always taken`,
        at: edgePath(edge),
        node: source,
        related: [{ at: edgePath(because), message: 'This edge is always taken' }],
        help: 'Move the edge that is always taken to the end, give it a condition, or remove this one.',
      })
    }
  },
})
