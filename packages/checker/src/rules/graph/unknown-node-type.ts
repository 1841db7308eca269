import { nodeTypes } from '@scenewright/model'
import { nodePath } from '@scenewright/model/compilation'
import { nearest } from '@scenewright/model/text'
import { findUndeclaredTypes } from '../../flow/undeclared-types.ts'
import { scenarioRule } from '../../rule.ts'
import { didYouMean, quoted } from '../../wording.ts'

export const unknownNodeType = scenarioRule({
  id: 'graph/unknown-node-type',
  level: 'warning',
  summary: 'A node has a type that is neither built in nor declared in the config.',
  check({ definition, config, report }) {
    const declared = new Set([...Object.values(nodeTypes), ...Object.keys(config.extensions?.nodes ?? {})])
    const types = definition.nodes.map(node => node.type)
    for (const { type, indexes } of findUndeclaredTypes(types, declared)) {
      const [first = 0, ...others] = indexes
      const id = definition.nodes[first]?.id ?? ''
      report({
        message: `${quoted(id)} has the type ${quoted(type)}, which is not declared`,
        at: nodePath(first, 'type'),
        node: id,
        related: others.map(index => ({ at: nodePath(index, 'type'), message: 'The same type' })),
        help:
          didYouMean(nearest(type, declared)) ??
          `If the service supports it, declare it in the config: extensions: { nodes: { ${quoted(type)}: { waits: true } } }.`,
      })
    }
  },
})
