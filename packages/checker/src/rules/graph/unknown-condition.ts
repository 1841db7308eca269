import { alwaysCondition } from '@scenewright/model'
import { edgePath } from '@scenewright/model/compilation'
import { nearest } from '@scenewright/model/text'
import { findUndeclaredTypes } from '../../flow/undeclared-types.ts'
import { scenarioRule } from '../../rule.ts'
import { didYouMean, quoted } from '../../wording.ts'

export const unknownCondition = scenarioRule({
  id: 'graph/unknown-condition',
  level: 'warning',
  summary: 'An edge has a condition of a type that is neither built in nor declared in the config.',
  check({ definition, config, report }) {
    const declared = new Set([alwaysCondition, ...Object.keys(config.extensions?.conditions ?? {})])
    const types = definition.edges.map(edge => edge.condition?.type)
    for (const { type, indexes } of findUndeclaredTypes(types, declared)) {
      const [first = 0, ...others] = indexes
      const { source = '', target = '' } = definition.edges[first] ?? {}
      report({
        message: `The edge from ${quoted(source)} to ${quoted(target)} has a condition of the type ${quoted(type)}, which is not declared`,
        at: edgePath(first, 'condition'),
        node: source,
        related: others.map(index => ({ at: edgePath(index, 'condition'), message: 'The same type' })),
        help:
          didYouMean(nearest(type, declared)) ??
          `If the service supports it, declare it in the config: extensions: { conditions: { ${quoted(type)}: {} } }.`,
      })
    }
  },
})
