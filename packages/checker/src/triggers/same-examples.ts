import { foldAll } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ActiveScenario, activeScenarios } from './active-scenarios.ts'

/** An example, as an index in the list of its scenario. */
interface ExampleOf {
  readonly scenario: ActiveScenario
  readonly example: number
}

/** Messages that are examples of several scenarios, each with the first place in each of them. */
export interface SameExamples {
  readonly groups: readonly (readonly ExampleOf[])[]
  /** Whether a text, folded, is an example of several scenarios. */
  isShared(folded: string): boolean
  /** Whether an example of the scenario of that key is also one of another. */
  has(key: string, example: number | undefined): boolean
}

/**
 * Finds the messages that are examples of several scenarios, after folding: only the priority decides which one starts.
 */
export function findSameExamples({ share }: ProjectSubject): SameExamples {
  const byText = new Map<string, ExampleOf[]>()
  for (const scenario of share(activeScenarios)) {
    const excluded = new Set(foldAll(scenario.exclusions))
    foldAll(scenario.examples).forEach((folded, example) => {
      // An excluded message is not an example of the scenario.
      if (excluded.has(folded)) return
      const found = byText.get(folded)
      if (found === undefined) byText.set(folded, [{ scenario, example }])
      else if (found.at(-1)?.scenario !== scenario) found.push({ scenario, example })
    })
  }
  byText.delete('')
  const groups = [...byText.values()].filter(group => group.length > 1)
  const shared = new Set(groups.map(([first]) => first && foldAll(first.scenario.examples)[first.example]))
  const byKey = new Map(share(activeScenarios).map(scenario => [scenario.key, scenario]))
  const isShared = (folded: string) => shared.has(folded)
  return {
    groups,
    isShared,
    has: (key, example = -1) => isShared(foldAll(byKey.get(key)?.examples ?? [])[example] ?? ''),
  }
}
