import { fold } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ActiveScenario, activeScenarios } from './active-scenarios.ts'
import { leaveOneOut } from './leave-one-out.ts'

/** An example that an exclusion of the same scenario contradicts. */
export interface ExclusionConflict {
  readonly scenario: ActiveScenario
  readonly example: number
  readonly exclusion: number
  /** Whether they are the same message, folded, and not merely all but the same. */
  readonly isEqual: boolean
}

/**
 * From this likeness on two messages are all but the same: they differ in a little word, its form or a slip. In the example
 * bots, whose exclusions are meant to lie near, the nearest has 0.62.
 */
const allButEqual = 0.75

/** The first conflict of every example that has one; the same message twice has it once. */
export function exclusionConflicts({ share }: ProjectSubject): readonly ExclusionConflict[] {
  const { examples } = share(leaveOneOut)
  return share(activeScenarios).flatMap((scenario, place) => {
    const { key } = scenario
    const exclusions = firstPlaces(scenario.exclusions.map(fold))
    const seen = new Set<string>()
    return scenario.examples.flatMap((text, example): readonly ExclusionConflict[] => {
      const folded = fold(text)
      if (seen.has(folded)) return []
      seen.add(folded)
      const equal = folded === '' ? undefined : exclusions.get(folded)
      if (equal !== undefined) return [{ scenario, example, exclusion: equal, isEqual: true }]
      const own = examples[place]?.[example]?.contenders.find(({ scenario: found }) => found === key)
      const near = own?.nearestExclusion
      if (near === undefined || near.likeness < allButEqual) return []
      return [{ scenario, example, exclusion: near.exclusion, isEqual: false }]
    })
  })
}

function firstPlaces(texts: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [place, text] of texts.entries()) if (!places.has(text)) places.set(text, place)
  return places
}
