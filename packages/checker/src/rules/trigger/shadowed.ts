import { projectRule } from '../../rule.ts'
import { findExample } from '../../triggers/active-scenarios.ts'
import { findMisses, type MissedScenario } from '../../triggers/misses.ts'
import { confidence, quoted, quotedList } from '../../wording.ts'

export const shadowed = projectRule({
  id: 'trigger/shadowed',
  level: 'error',
  summary: 'Messages similar to the examples of a scenario start another scenario: only exact examples start this one.',
  needsTriggers: true,
  needsEvaluations: true,
  check(context) {
    const { share, report } = context
    const all = share(findMisses).filter(({ isShadowed }) => isShadowed)
    for (const missed of all) {
      if (all.some(other => shadowEachOther(missed, other) && isMoreSure(missed, other))) continue
      const { scenario, misses: found } = missed
      const winners = [...new Set(found.map(({ winner }) => winner.scenario))]
      report({
        message: `Messages similar to the examples of ${quoted(scenario.key)} all start ${winners.length === 1 ? '' : 'other scenarios: '}${quotedList(winners)}; only exact examples start it`,
        at: scenario.examplesPlace,
        scenario: scenario.key,
        related: found.flatMap(({ text, own, winner }) => {
          const nearest = findExample(context, winner)
          if (nearest === undefined) return []
          return {
            at: nearest.place,
            message: `${quoted(text)} is more similar to ${quoted(nearest.text)}: ${confidence(winner)}, compared with ${confidence(own)}`,
          }
        }),
        help: `Merge the two scenarios if they have the same topic. Otherwise distinguish them in their examples and descriptions, and add exclusions to both.`,
      })
    }
  },
})

/** Two scenarios that shadow each other are one problem, reported for the one with the lower mean confidence. */
function shadowEachOther(one: MissedScenario, other: MissedScenario): boolean {
  return isShadowedBy(one, other) && isShadowedBy(other, one)
}

function isShadowedBy({ misses: found }: MissedScenario, { scenario }: MissedScenario): boolean {
  return found.every(({ winner }) => winner.scenario === scenario.key)
}

function isMoreSure(one: MissedScenario, other: MissedScenario): boolean {
  const [mine, theirs] = [sureness(one), sureness(other)]
  return mine > theirs || (mine === theirs && one.scenario.key > other.scenario.key)
}

/** The mean confidence of a scenario for its own examples, each held out. */
function sureness({ misses: found }: MissedScenario): number {
  return found.reduce((sum, { own }) => sum + (own?.confidence ?? 0), 0) / found.length
}
