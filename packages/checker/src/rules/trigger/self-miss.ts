import { projectRule } from '../../rule.ts'
import { exampleAt } from '../../triggers/active-scenarios.ts'
import { areShadowed, type Miss, misses, moreForeign, mutualMisses } from '../../triggers/misses.ts'
import { type NearPair, nearPairs } from '../../triggers/near-pairs.ts'
import { confidence, quoted } from '../../wording.ts'

export const selfMiss = projectRule({
  id: 'trigger/self-miss',
  level: 'warning',
  summary: 'An example would start another scenario, were it not an example: so will messages like it.',
  needsTriggers: true,
  check(context) {
    const { share, report } = context
    const [mutual, pairs] = [share(mutualMisses), share(nearPairs)]
    for (const { scenario, misses: found, isShadowed } of share(misses)) {
      if (isShadowed) continue
      for (const miss of found) {
        const { example, text, own, winner } = miss
        if (areShadowed(context, scenario.key, winner.scenario)) continue
        const both = mutual.get(miss)
        // Two that miss by each other are one fault: of the more foreign one, or of the pair where it is reported as such.
        if (both !== undefined && (moreForeign(both) !== miss || both.some(each => isPaired(each, pairs)))) continue
        const nearest = exampleAt(context, winner)
        report({
          message: `A message like ${quoted(text)} starts ${quoted(winner.scenario)} (${confidence(winner)}), not ${quoted(scenario.key)} (${confidence(own)})`,
          at: scenario.examplePlace(example),
          scenario: scenario.key,
          related:
            nearest === undefined
              ? []
              : [
                  {
                    at: nearest.place,
                    message: `The nearest example of ${quoted(winner.scenario)}: ${quoted(nearest.text)}`,
                  },
                ],
          help: `Move it to ${quoted(winner.scenario)} if the customer means that; else give this scenario more examples like it, or make it an exclusion there.`,
        })
      }
    }
  },
})

function isPaired({ scenario, example, winner }: Miss, pairs: readonly NearPair[]): boolean {
  return pairs.some(
    pair => pair.scenario === scenario && pair.example === example && pair.rival.scenario === winner.scenario,
  )
}
