import { scenarioPath } from '@scenewright/model/compilation'
import { scenarioRule } from '../../rule.ts'
import { messageOf } from '../../triggers/useful-examples.ts'
import { quoted } from '../../wording.ts'

export const duplicateExample = scenarioRule({
  id: 'trigger/duplicate-example',
  level: 'warning',
  summary: 'A scenario has the same example twice.',
  hasFix: true,
  check({ scenario, report }) {
    const examples = scenario.document.scenario.examples ?? []
    const firsts = new Map<string, number>()
    for (const [index, example] of examples.entries()) {
      const message = messageOf(example)
      const first = firsts.get(message)
      if (first === undefined) {
        firsts.set(message, index)
        continue
      }
      const earlier = examples[first] ?? ''
      report({
        message:
          earlier === example
            ? `The example ${quoted(example)} occurs twice and counts once`
            : `The example ${quoted(example)} is the same message as ${quoted(earlier)} and counts once`,
        at: scenarioPath('examples', index),
        related: [{ at: scenarioPath('examples', first), message: 'First occurrence' }],
        help: 'Remove one of them, or reword it: case, spaces and punctuation make no difference.',
        fix: {
          title: 'Remove this one',
          change: { kind: 'remove', path: scenarioPath('examples', index) },
        },
      })
    }
  },
})
