import { edgePath } from '@scenewright/model/compilation'
import { findEdgeAnomalies } from '../../flow/edge-order.ts'
import { scenarioRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const orderByAssumption = scenarioRule({
  id: 'graph/order-by-assumption',
  level: 'info',
  summary: 'The order of two edges depends on an assumption about priorities, which the API does not document.',
  check({ definition, share, report }) {
    for (const { kind, edge, because } of share(findEdgeAnomalies)) {
      if (kind !== 'order-by-assumption') continue
      const { source = '', target = '' } = definition.edges[edge] ?? {}
      const other = definition.edges[because]?.target ?? ''
      report({
        message: `The edge to ${quoted(target)} comes after the one to ${quoted(other)} only if the lower priority comes first, which is an assumption`,
        at: edgePath(edge),
        node: source,
        related: [{ at: edgePath(because), message: 'Never taken if the higher priority comes first' }],
        help: 'Test it on the service, or give both edges the same priority: their order in the list then decides.',
      })
    }
  },
})
