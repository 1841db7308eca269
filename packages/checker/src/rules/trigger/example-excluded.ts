import { projectRule } from '../../rule.ts'
import { findExclusionConflicts } from '../../triggers/exclusion-conflicts.ts'
import { quoted } from '../../wording.ts'

export const exampleExcluded = projectRule({
  id: 'trigger/example-excluded',
  level: 'error',
  summary: 'A scenario excludes one of its own examples.',
  needsTriggers: true,
  needsEvaluations: true,
  check({ share, report }) {
    for (const { scenario, example, exclusion, isEqual } of share(findExclusionConflicts)) {
      const text = quoted(scenario.examples[example] ?? '')
      const other = quoted(scenario.exclusions[exclusion] ?? '')
      report({
        message: isEqual
          ? `${text} is an example of ${quoted(scenario.key)} and also its exclusion: it never starts the scenario`
          : `${text} is an example of ${quoted(scenario.key)} and nearly equal to its exclusion ${other}: similar messages do not start the scenario`,
        at: scenario.examplePlace(example),
        scenario: scenario.key,
        related: [{ at: scenario.exclusionPlace(exclusion), message: `The exclusion ${other}` }],
        help: 'Remove the example or the exclusion.',
      })
    }
  },
})
