import type { ProjectSubject } from '../../context.ts'
import { projectRule } from '../../rule.ts'
import { findExample } from '../../triggers/active-scenarios.ts'
import { areShadowed, findMisses, type Miss } from '../../triggers/misses.ts'
import { findNearPairs, pairName } from '../../triggers/near-pairs.ts'
import { confidence, quoted } from '../../wording.ts'

export const selfMiss = projectRule({
  id: 'trigger/self-miss',
  level: 'warning',
  summary: 'Messages similar to an example start another scenario.',
  needsTriggers: true,
  needsEvaluations: true,
  check(context) {
    for (const { scenario, example, text, own, winner } of context.share(selfMisses)) {
      const { key } = scenario
      const other = quoted(winner.scenario)
      const nearest = findExample(context, winner)
      context.report({
        message: `A message similar to ${quoted(text)} starts ${other} (${confidence(winner)}), not ${quoted(key)} (${confidence(own)})`,
        at: scenario.examplePlace(example),
        scenario: key,
        related: nearest
          ? [{ at: nearest.place, message: `The nearest example of ${other}: ${quoted(nearest.text)}` }]
          : [],
        help: `Move it to ${other} if it belongs there. Otherwise add similar examples to this scenario, or add it to the exclusions of ${other}.`,
      })
    }
  },
})

/** The misses that do not follow from anything else that is reported. */
function selfMisses(subject: ProjectSubject): readonly Miss[] {
  const { share } = subject
  const mutual = share(mutualMisses)
  const paired = new Set(share(findNearPairs).map(pair => pairName(pair, pair.rival)))
  const all = share(findMisses).flatMap(({ isShadowed, misses: found }) => (isShadowed ? [] : found))
  return all.filter(miss => {
    if (areShadowed(subject, miss.scenario.key, miss.winner.scenario)) return false
    if (paired.has(pairName(miss, miss.winner))) return false
    const both = mutual.get(miss)
    // Two examples that miss because of each other are one problem: the more misplaced one is reported.
    return both === undefined || moreForeign(both) === miss
  })
}

/** The more misplaced of two misses: the one with the lower confidence for its own scenario. */
function moreForeign([one, other]: readonly [Miss, Miss]): Miss {
  return (other.own?.confidence ?? 0) < (one.own?.confidence ?? 0) ? other : one
}

/** The pairs of misses that cause each other, by either of the two: each example would start the other's scenario. */
function mutualMisses({ share }: ProjectSubject): ReadonlyMap<Miss, readonly [Miss, Miss]> {
  const all = share(findMisses).flatMap(({ misses: found }) => found)
  const byPlace = new Map(all.map(miss => [placeName(miss.scenario.key, miss.example), miss]))
  const counterpart = ({ winner }: Miss) =>
    winner.nearest && byPlace.get(placeName(winner.scenario, winner.nearest.example))
  const mutual = new Map<Miss, readonly [Miss, Miss]>()
  for (const miss of all) {
    const other = counterpart(miss)
    if (other !== undefined && counterpart(other) === miss) mutual.set(miss, mutual.get(other) ?? [miss, other])
  }
  return mutual
}

function placeName(key: string, example: number): string {
  return `${example} ${key}`
}
