import { pathOf, readFlow } from '../../flow/flow.ts'
import { createCutOffHints, findMistakes } from '../../flow/root-cause.ts'
import { scenarioRule } from '../../rule.ts'
import { quoted, quotedList } from '../../wording.ts'

export const trap = scenarioRule({
  id: 'graph/trap',
  level: 'error',
  summary: 'A customer can enter a region of the flow from which no END can be reached.',
  check({ share, report }) {
    for (const { entry, nodes, walk } of share(findMistakes).traps) {
      const others = nodes.slice(1)
      report({
        message: `No walk from ${quoted(entry)} reaches an END${
          others.length === 0 ? '' : `: it leads only to ${quotedList(others)}`
        }`,
        at: pathOf(share(readFlow), entry),
        node: entry,
        ...(walk.length === 0 ? {} : { walk }),
        related: share(createCutOffHints),
        help: 'Add an edge from one of these nodes to a node from which an END is reached.',
      })
    }
  },
})
