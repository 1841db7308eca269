import { edgePath } from '@scenewright/model/compilation'
import { findEdgeAnomalies } from '../../flow/edge-order.ts'
import { scenarioRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const duplicateEdge = scenarioRule({
  id: 'graph/duplicate-edge',
  level: 'warning',
  summary: 'Two edges have the same source, target and condition.',
  check({ definition, share, report }) {
    for (const { kind, edge, because } of share(findEdgeAnomalies)) {
      const { source = '', target = '' } = definition.edges[edge] ?? {}
      if (kind !== 'duplicate') continue
      report({
        message: `An earlier edge leads from ${quoted(source)} to ${quoted(target)} with the same condition`,
        at: edgePath(edge),
        node: source,
        related: [{ at: edgePath(because), message: 'The first edge' }],
        help: 'Remove one of them.',
      })
    }
  },
})
