import { foldAll } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ActiveScenario, activeScenarios } from './active-scenarios.ts'
import { leaveOneOut } from './leave-one-out.ts'

/** An example that an exclusion of the same scenario contradicts. */
export interface ExclusionConflict {
  readonly scenario: ActiveScenario
  readonly example: number
  readonly exclusion: number
  /** Whether they are the same message after folding, and not only nearly the same. */
  readonly isEqual: boolean
}

/**
 * From this similarity on, two messages are nearly equal: they differ in a function word, its form or a typo. In the
 * example bots, whose exclusions are intentionally similar, the highest similarity is 0.62.
 */
const allButEqual = 0.75

/** The first conflict of every example that has one; a repeated message counts once. */
export function findExclusionConflicts({ share }: ProjectSubject): readonly ExclusionConflict[] {
  const { examples } = share(leaveOneOut)
  return share(activeScenarios).flatMap((scenario, place) => {
    const { key } = scenario
    const exclusions = firstPlaces(foldAll(scenario.exclusions))
    const seen = new Set<string>()
    return foldAll(scenario.examples).flatMap((folded, example): readonly ExclusionConflict[] => {
      if (seen.has(folded)) return []
      seen.add(folded)
      const equal = folded === '' ? undefined : exclusions.get(folded)
      if (equal !== undefined) return [{ scenario, example, exclusion: equal, isEqual: true }]
      const own = examples[place]?.[example]?.contenders.find(({ scenario: found }) => found === key)
      const near = own?.nearestExclusion
      if (near === undefined || near.similarity < allButEqual) return []
      return [{ scenario, example, exclusion: near.exclusion, isEqual: false }]
    })
  })
}

function firstPlaces(texts: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [place, text] of texts.entries()) if (!places.has(text)) places.set(text, place)
  return places
}
