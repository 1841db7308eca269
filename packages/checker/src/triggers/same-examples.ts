import { foldAll, foldedHash } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ActiveScenario, activeScenarios, scenariosByKey } from './active-scenarios.ts'

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
  const scenarios = share(activeScenarios)
  const shared = findShared(scenarios)
  const byText = new Map<string, ExampleOf[]>()
  for (const scenario of shared.size === 0 ? [] : scenarios) {
    const messages = messagesOf(scenario)
    for (const [example, folded] of foldAll(scenario.examples).entries()) {
      if (!shared.has(folded) || !messages.has(folded)) continue
      const found = byText.get(folded)
      if (found === undefined) byText.set(folded, [{ scenario, example }])
      else if (found.at(-1)?.scenario !== scenario) found.push({ scenario, example })
    }
  }
  const groups = [...byText.values()]
  const byKey = share(scenariosByKey)
  const isShared = (folded: string) => shared.has(folded)
  return {
    groups,
    isShared,
    has: (key, example = -1) => isShared(foldAll(byKey.get(key)?.examples ?? [])[example] ?? ''),
  }
}

/**
 * The messages of several scenarios. First of all, because a list for each message would take much memory, and so would
 * a set of all: most differ from all others already by their hash.
 */
function findShared(scenarios: readonly ActiveScenario[]): ReadonlySet<string> {
  const hashesOf = ({ examples }: ActiveScenario) => examples.map((_, example) => foldedHash(examples, example))
  const hashes = Int32Array.from(scenarios.flatMap(hashesOf))
  hashes.sort()
  const repeated = new Set(hashes.filter((hash, at) => hash === hashes[at - 1]))
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const scenario of repeated.size === 0 ? [] : scenarios) {
    if (!hashesOf(scenario).some(hash => repeated.has(hash))) continue
    for (const folded of messagesOf(scenario)) {
      if (!repeated.has(foldedHash([folded], 0))) continue
      if (seen.has(folded)) shared.add(folded)
      else seen.add(folded)
    }
  }
  shared.delete('')
  return shared
}

/** The messages that are examples of a scenario, folded. An excluded one is not. */
function messagesOf({ examples, exclusions }: ActiveScenario): ReadonlySet<string> {
  const messages = new Set(foldAll(examples))
  for (const excluded of foldAll(exclusions)) messages.delete(excluded)
  return messages
}
