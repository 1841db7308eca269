import { scenarioPath } from '@scenewright/model/compilation'
import type { ScenarioReport } from '../../context.ts'
import { scenarioRule } from '../../rule.ts'
import { messageOf, signedMessageOf } from '../../triggers/useful-examples.ts'
import { quoted } from '../../wording.ts'

export const duplicateExample = scenarioRule({
  id: 'trigger/duplicate-example',
  level: 'warning',
  summary: 'A scenario has the same example twice.',
  hasFix: true,
  check({ scenario, report }) {
    const examples = scenario.document.scenario.examples ?? []
    /** By message, and then by its signs, the index of the first example. */
    const known = new Map<string, Map<string, number>>()
    for (const [index, example] of examples.entries()) {
      const [message, signed] = [messageOf(example), signedMessageOf(example)]
      const earlier = known.get(message) ?? new Map<string, number>()
      const same = earlier.get(signed)
      const [oldest] = earlier.values()
      const first = same ?? oldest
      if (same === undefined) known.set(message, earlier.set(signed, index))
      if (first === undefined) continue
      report({
        ...(same === undefined ? nearlySame(example, examples[first] ?? '') : theSame(example, examples[first] ?? '')),
        at: scenarioPath('examples', index),
        related: [{ at: scenarioPath('examples', first), message: 'First occurrence' }],
        ...(same !== undefined && {
          fix: {
            title: 'Remove this one',
            change: { kind: 'remove', path: scenarioPath('examples', index) },
          },
        }),
      })
    }
  },
})

function theSame(example: string, first: string): Pick<ScenarioReport, 'message' | 'help'> {
  return {
    message:
      first === example
        ? `The example ${quoted(example)} occurs twice and counts once`
        : `The example ${quoted(example)} is the same message as ${quoted(first)} and counts once`,
    help: 'Remove one of them, or reword it: case, spaces and punctuation make no difference.',
  }
}

function nearlySame(example: string, first: string): Pick<ScenarioReport, 'message' | 'help'> {
  return {
    message: `The example ${quoted(example)} differs from ${quoted(first)} only in punctuation or symbols and counts once`,
    help: 'Reword one of them, or remove it: punctuation and symbols make no difference.',
  }
}
