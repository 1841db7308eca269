import { edgePath } from '@scenewright/model/compilation'
import { edgeOddities } from '../../flow/edge-order.ts'
import { scenarioRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const shadowedEdge = scenarioRule({
  id: 'graph/shadowed-edge',
  level: 'warning',
  summary: 'An edge comes after an ALWAYS edge of the same node: it can never be taken.',
  check({ definition, share, report }) {
    for (const { kind, edge, because } of share(edgeOddities)) {
      if (kind !== 'shadowed') continue
      const { source = '', target = '' } = definition.edges[edge] ?? {}
      const winner = definition.edges[because]?.target ?? ''
      report({
        message: `The edge from ${quoted(source)} to ${quoted(target)} is never taken: the one to ${quoted(winner)} comes before it, and always holds`,
        at: edgePath(edge),
        node: source,
        related: [{ at: edgePath(because), message: 'This edge always holds' }],
        help: 'Put the edge that always holds last, give it a condition, or take this one out.',
      })
    }
  },
})
