import { pathOf, readFlow } from '../../flow/flow.ts'
import { createCutOffHints, findMistakes } from '../../flow/root-cause.ts'
import { scenarioRule } from '../../rule.ts'
import { quoted } from '../../wording.ts'

export const deadEnd = scenarioRule({
  id: 'graph/dead-end',
  level: 'error',
  summary: 'A node other than END has no way out.',
  check({ share, report }) {
    for (const id of share(findMistakes).deadEnds) {
      report({
        message: `No edge leaves ${quoted(id)}, and it is not an END`,
        at: pathOf(share(readFlow), id),
        node: id,
        related: share(createCutOffHints),
        help: 'Set `next` to the node that follows.',
      })
    }
  },
})
