import { edgePath } from '@scenewright/model/compilation'
import { scenarioRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const duplicateEdgeId = scenarioRule({
  id: 'graph/duplicate-edge-id',
  level: 'error',
  summary: 'Two edges of a flow have one id.',
  check({ definition, report }) {
    const firsts = new Map<string, number>()
    for (const [index, { id, source }] of definition.edges.entries()) {
      const first = firsts.get(id)
      if (first === undefined) {
        firsts.set(id, index)
        continue
      }
      report({
        message: `The edge id ${quoted(id)} is already used`,
        at: edgePath(index, 'id'),
        node: source,
        related: [{ at: edgePath(first, 'id'), message: `The first ${quoted(id)}` }],
        help: 'Give one of them another id, or leave the id out.',
      })
    }
  },
})
