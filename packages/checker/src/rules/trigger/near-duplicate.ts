import { projectRule } from '../../rule.ts'
import { exampleAt } from '../../triggers/active-scenarios.ts'
import { areShadowed } from '../../triggers/misses.ts'
import { nearPairs } from '../../triggers/near-pairs.ts'
import { partingWords } from '../../triggers/parting-words.ts'
import { confidence, quoted } from '../../wording.ts'

export const nearDuplicate = projectRule({
  id: 'trigger/near-duplicate',
  level: 'warning',
  summary: 'Examples of two scenarios are so near to each other that a message like them fits both.',
  needsTriggers: true,
  check(context) {
    const { share, report } = context
    for (const { scenario, example, text, own, rival, isAllButSame } of share(nearPairs)) {
      const nearest = exampleAt(context, rival)
      if (nearest === undefined || areShadowed(context, scenario.key, rival.scenario)) continue
      report({
        message: `${quoted(text)} is ${isAllButSame ? 'all but' : 'near to'} ${quoted(nearest.text)} of ${quoted(rival.scenario)}: a message like it fits ${quoted(scenario.key)} (${confidence(own)}) and ${quoted(rival.scenario)} (${confidence(rival)})`,
        at: scenario.examplePlace(example),
        scenario: scenario.key,
        related: [{ at: nearest.place, message: `The example of ${quoted(rival.scenario)}` }],
        help: `${partingWords(text, nearest.text)} Keep the one that the customer means, or make each an exclusion of the other scenario.`,
      })
    }
  },
})
