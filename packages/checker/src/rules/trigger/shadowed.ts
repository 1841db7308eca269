import { projectRule } from '../../rule.ts'
import { exampleAt } from '../../triggers/active-scenarios.ts'
import { type MissedScenario, misses } from '../../triggers/misses.ts'
import { confidence, quoted, quotedList } from '../../wording.ts'

export const shadowed = projectRule({
  id: 'trigger/shadowed',
  level: 'error',
  summary: 'Messages similar to the examples of a scenario start another scenario: only exact examples start this one.',
  needsTriggers: true,
  check(context) {
    const { share, report } = context
    const all = share(misses).filter(({ isShadowed }) => isShadowed)
    for (const missed of all) {
      if (all.some(other => shadowEachOther(missed, other) && isMoreSure(missed, other))) continue
      const { scenario, misses: found } = missed
      const winners = [...new Set(found.map(({ winner }) => winner.scenario))]
      report({
        message: `Messages like the examples of ${quoted(scenario.key)} all start ${winners.length === 1 ? '' : 'others: '}${quotedList(winners)}; it starts by its examples word for word alone`,
        at: scenario.examplesPlace,
        scenario: scenario.key,
        related: found.flatMap(({ text, own, winner }) => {
          const nearest = exampleAt(context, winner)
          if (nearest === undefined) return []
          return {
            at: nearest.place,
            message: `${quoted(text)} is nearer to ${quoted(nearest.text)}: ${confidence(winner)} against ${confidence(own)}`,
          }
        }),
        help: `Join the two scenarios if they are one; else say in the examples and descriptions what parts them, and exclude each from the other.`,
      })
    }
  },
})

/** Two that shadow each other are one fault, told of the one whose examples are the less sure of it. */
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

/** The mean confidence of a scenario in its own examples, each held out. */
function sureness({ misses: found }: MissedScenario): number {
  return found.reduce((sum, { own }) => sum + (own?.confidence ?? 0), 0) / found.length
}
