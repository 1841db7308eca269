import { nodePath } from '@scenewright/model/compilation'
import { readFlow } from '../../flow/flow.ts'
import { scenarioRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const duplicateNode = scenarioRule({
  id: 'graph/duplicate-node',
  level: 'error',
  summary: 'Two nodes of a flow have one id.',
  check({ definition, share, report }) {
    const { nodes, repeated } = share(readFlow)
    for (const [index, { id }] of definition.nodes.entries()) {
      const first = repeated.has(id) ? nodes.get(id)?.index : undefined
      if (first === undefined || first === index) continue
      report({
        message: `The node id ${quoted(id)} is already used`,
        at: nodePath(index),
        node: id,
        related: [{ at: nodePath(first), message: `The first ${quoted(id)}` }],
        help: 'Give one of them another id, and update the edges that refer to it.',
      })
    }
  },
})
