import { nodesPath } from '../../flow/flow.ts'
import { scenarioRule } from '../../rule.ts'

export const complexity = scenarioRule({
  id: 'graph/complexity',
  level: 'info',
  summary: 'A flow has more nodes than the limit in the config.',
  options: { max_nodes: { default: 60, summary: 'The maximum number of nodes in a flow.' } },
  check({ definition, options, report }) {
    const count = definition.nodes.length
    if (count <= options.max_nodes) return
    report({
      message: `The flow has ${count} nodes, more than ${options.max_nodes}`,
      at: nodesPath,
      help: 'Split the scenario into several, each with its own trigger.',
    })
  },
})
