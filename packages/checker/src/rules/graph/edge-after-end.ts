import { edgePath } from '@scenewright/model/compilation'
import { readFlow } from '../../flow/flow.ts'
import { scenarioRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const edgeAfterEnd = scenarioRule({
  id: 'graph/edge-after-end',
  level: 'error',
  summary: 'An edge leaves an END.',
  check({ definition, share, report }) {
    const { ends, repeated } = share(readFlow)
    for (const [index, { source, target }] of definition.edges.entries()) {
      if (!ends.has(source) || repeated.has(source)) continue
      report({
        message: `${quoted(source)} is an END, but an edge leads from it to ${quoted(target)}`,
        at: edgePath(index),
        node: source,
        help: 'Remove the edge, or make the node a reply.',
      })
    }
  },
})
