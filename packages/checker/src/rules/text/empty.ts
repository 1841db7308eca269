import { nodeTypes } from '@scenewright/model'
import { nodePath, scenarioPath } from '@scenewright/model/compilation'
import { scenarioRule } from '../../rule.ts'
import { isBlank } from '../../texts/invisible-characters.ts'
import { quoted } from '../../wording.ts'

export const empty = scenarioRule({
  id: 'text/empty',
  level: 'error',
  summary: 'A reply is empty or blank.',
  check({ scenario, definition, report }) {
    for (const [index, { id, type, text }] of definition.nodes.entries()) {
      if (type !== nodeTypes.reply || typeof text !== 'string' || !isBlank(text)) continue
      report({
        message: `The reply ${quoted(id)} is ${text === '' ? 'empty' : 'blank'}: the customer would get an empty message`,
        at: nodePath(index, 'text'),
        node: id,
        help: 'Write what the customer should read, or remove the node and connect its edges.',
      })
    }
    const { exit_message: exit } = scenario.document.scenario
    // An empty message selects the standard reply.
    if (typeof exit !== 'string' || exit === '' || !isBlank(exit)) return
    report({
      message: 'The exit message is blank: the customer would get an empty message',
      at: scenarioPath('exit_message'),
      help: 'Write what the customer should read, or remove the field to use the standard reply.',
    })
  },
})
