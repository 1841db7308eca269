import { nodesPath } from '../../flow/flow.ts'
import { findMistakes } from '../../flow/root-cause.ts'
import { scenarioRule } from '../../rule.ts'

export const noEnd = scenarioRule({
  id: 'graph/no-end',
  level: 'error',
  summary: 'The scenario has no END.',
  check({ share, report }) {
    if (!share(findMistakes).lacksEnd) return
    report({
      message: 'The flow has no END, so the scenario never ends',
      at: nodesPath,
      help: 'Add a node `done: END`, and set `next` of the last reply to it.',
    })
  },
})
