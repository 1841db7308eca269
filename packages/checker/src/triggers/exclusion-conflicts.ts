import { foldAll } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ActiveScenario, activeScenarios } from './active-scenarios.ts'
import type { Evaluation } from './evaluations.ts'
import { allStart } from './example-evaluations.ts'
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
    const evaluated = examples[place]
    if (evaluated !== undefined && allStart(scenario, evaluated) && evaluated.outline.maxExcluded < allButEqual) {
      return []
    }
    const evaluations = evaluated?.predictions ?? []
    const exclusions = firstPlaces(foldAll(scenario.exclusions))
    const folded = foldAll(scenario.examples)
    const conflicts: ExclusionConflict[] = []
    for (let example = 0; example < folded.length; example++) {
      const text = folded[example] ?? ''
      const equal = text === '' ? undefined : exclusions.get(text)
      const exclusion = equal ?? findNearExclusion(evaluations[example], scenario.key)
      if (exclusion !== undefined) conflicts.push({ scenario, example, exclusion, isEqual: equal !== undefined })
    }
    if (conflicts.length === 0) return conflicts
    const firsts = firstPlaces(folded)
    return conflicts.filter(({ example }) => firsts.get(folded[example] ?? '') === example)
  })
}

/** The exclusion of its own scenario that is nearly equal to an example. */
function findNearExclusion(evaluation: Evaluation | undefined, key: string): number | undefined {
  const near = evaluation?.contenders.find(({ scenario }) => scenario === key)?.nearestExclusion
  return near === undefined || near.similarity < allButEqual ? undefined : near.exclusion
}

function firstPlaces(texts: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const [place, text] of texts.entries()) if (!places.has(text)) places.set(text, place)
  return places
}
