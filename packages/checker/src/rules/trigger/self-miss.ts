import { projectRule } from '../../rule.ts'
import { exampleAt } from '../../triggers/active-scenarios.ts'
import { selfMisses } from '../../triggers/self-misses.ts'
import { confidence, quoted } from '../../wording.ts'

export const selfMiss = projectRule({
  id: 'trigger/self-miss',
  level: 'warning',
  summary: 'An example would start another scenario, were it not an example: so will messages like it.',
  needsTriggers: true,
  check(context) {
    for (const { scenario, example, text, own, winner } of context.share(selfMisses)) {
      const { key } = scenario
      const other = quoted(winner.scenario)
      const nearest = exampleAt(context, winner)
      context.report({
        message: `A message like ${quoted(text)} starts ${other} (${confidence(winner)}), not ${quoted(key)} (${confidence(own)})`,
        at: scenario.examplePlace(example),
        scenario: key,
        related: nearest
          ? [{ at: nearest.place, message: `The nearest example of ${other}: ${quoted(nearest.text)}` }]
          : [],
        help: `Move it to ${other} if the customer means that; else give this scenario more examples like it, or make it an exclusion there.`,
      })
    }
  },
})
