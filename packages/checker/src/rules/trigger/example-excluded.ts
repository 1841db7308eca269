import { projectRule } from '../../rule.ts'
import { exclusionConflicts } from '../../triggers/exclusion-conflicts.ts'
import { quoted } from '../../wording.ts'

export const exampleExcluded = projectRule({
  id: 'trigger/example-excluded',
  level: 'error',
  summary: 'A scenario excludes what is an example of its own.',
  needsTriggers: true,
  check({ share, report }) {
    for (const { scenario, example, exclusion, isEqual } of share(exclusionConflicts)) {
      const text = quoted(scenario.examples[example] ?? '')
      const other = quoted(scenario.exclusions[exclusion] ?? '')
      report({
        message: isEqual
          ? `${text} is an example of ${quoted(scenario.key)} and an exclusion of it: it never starts it`
          : `${text} is an example of ${quoted(scenario.key)} and all but its exclusion ${other}: messages like it do not start it`,
        at: scenario.examplePlace(example),
        scenario: scenario.key,
        related: [{ at: scenario.exclusionPlace(exclusion), message: `The exclusion ${other}` }],
        help: 'Remove the one that the customer does not mean.',
      })
    }
  },
})
