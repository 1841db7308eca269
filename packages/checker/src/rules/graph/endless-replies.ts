import { pathOf, readFlow } from '../../flow/flow.ts'
import { createCutOffHints, findMistakes } from '../../flow/root-cause.ts'
import { scenarioRule } from '../../rule.ts'
import { quoted, quotedList } from '../../wording.ts'

export const endlessReplies = scenarioRule({
  id: 'graph/endless-replies',
  level: 'error',
  summary: 'A cycle has no node that waits for the customer: it would never stop sending replies.',
  check({ share, report }) {
    for (const { entry, nodes, walk } of share(findMistakes).endless) {
      const others = nodes.slice(1)
      const way = others.length === 0 ? 'itself' : `${quotedList(others)} and back`
      report({
        message: `${quoted(entry)} leads to ${way}, and no node on this path waits for the customer`,
        at: pathOf(share(readFlow), entry),
        node: entry,
        ...(walk.length === 0 ? {} : { walk }),
        related: share(createCutOffHints),
        help: 'Lead the cycle to a node after it, or to a node that waits for the customer.',
      })
    }
  },
})
