import { startPath } from '@scenewright/model/compilation'
import { misspelled, nearest } from '@scenewright/model/text'
import type { ScenarioReport } from '../../context.ts'
import { nodesPath } from '../../flow/flow.ts'
import { findMistakes } from '../../flow/root-cause.ts'
import { scenarioRule } from '../../rule.ts'
import { findInvisible } from '../../texts/invisible-characters.ts'
import { didYouMean, quoted } from '../../wording.ts'

export const noStart = scenarioRule({
  id: 'graph/no-start',
  level: 'error',
  summary: 'The flow has no node, or its start node does not exist.',
  hasFix: true,
  check({ definition, share, report }) {
    if (share(findMistakes).hasStart) return
    if (definition.nodes.length === 0) {
      report({ message: 'The flow has no node to start with', at: nodesPath, help: 'Add a reply and an END.' })
      return
    }
    const start = definition.start_node_id
    const ids = definition.nodes.map(node => node.id)
    const meant = misspelled(start, ids)
    report({
      message: `The flow starts at ${quoted(start)}, but no node has that id`,
      at: startPath,
      help: didYouMean(nearest(start, ids)) ?? 'Name an existing node, or remove `start` to begin with the first one.',
      fix: meant === undefined || findInvisible(meant) !== undefined ? undefined : createFix(meant),
    })
  },
})

function createFix(id: string): ScenarioReport['fix'] {
  return { title: `Write ${quoted(id)}`, change: { kind: 'replace', path: startPath, text: id } }
}
