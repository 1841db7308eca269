import { edgePath } from '@scenewright/model/compilation'
import { edgeOddities } from '../../flow/edge-order.ts'
import { scenarioRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const orderByAssumption = scenarioRule({
  id: 'graph/order-by-assumption',
  level: 'info',
  summary:
    'Were the order of priorities, which the API does not document, the other way round, an ALWAYS edge would win.',
  check({ definition, share, report }) {
    for (const { kind, edge, because } of share(edgeOddities)) {
      if (kind !== 'order-by-assumption') continue
      const { source = '', target = '' } = definition.edges[edge] ?? {}
      const other = definition.edges[because]?.target ?? ''
      report({
        message: `That the edge to ${quoted(target)} comes after the one to ${quoted(other)} depends on an assumption: the lower priority comes first`,
        at: edgePath(edge),
        node: source,
        related: [{ at: edgePath(because), message: 'Would never be taken if the higher priority came first' }],
        help: 'Try it on the service; equal priorities go by the order of the list.',
      })
    }
  },
})
