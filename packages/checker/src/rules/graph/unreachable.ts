import { pathOf, readFlow } from '../../flow/flow.ts'
import { findMistakes } from '../../flow/root-cause.ts'
import { scenarioRule } from '../../rule.ts'
import { quoted, quotedList } from '../../wording.ts'

export const unreachable = scenarioRule({
  id: 'graph/unreachable',
  level: 'error',
  summary: 'No walk from the start reaches a node, or a whole region of nodes.',
  check({ definition, share, report }) {
    for (const { entry, nodes } of share(findMistakes).unreachable) {
      const start = quoted(definition.start_node_id)
      const others = nodes.slice(1)
      const rest = others.length === 0 ? '' : `, nor ${quotedList(others)} after it`
      report({
        message: `No walk from the start ${start} reaches ${quoted(entry)}${rest}`,
        at: pathOf(share(readFlow), entry),
        node: entry,
        help: `Add an edge to ${quoted(entry)}, or remove ${others.length === 0 ? 'the node' : 'these nodes'}.`,
      })
    }
  },
})
