import type { SimulatedScenario } from '../simulated-scenario.ts'

/** A scenario's texts, which are adjacent in the list of all texts: examples, description, exclusions. */
export interface EmbeddedScenario {
  readonly key: string
  readonly examples: readonly string[]
  readonly description: string
  readonly exclusions: readonly string[]
  /** The index of its first text in the list of all texts. */
  readonly first: number
}

/** Puts the texts of all scenarios into one list. */
export function listTexts(scenarios: readonly SimulatedScenario[]): {
  readonly embedded: readonly EmbeddedScenario[]
  readonly texts: readonly string[]
} {
  const texts: string[] = []
  const embedded = scenarios.map(({ key, scenario }) => {
    const { examples = [], exclusions = [], trigger_description: description } = scenario
    const first = texts.length
    texts.push(...examples, description, ...exclusions)
    return { key, examples, description, exclusions, first }
  })
  return { embedded, texts }
}

/** The number of a scenario's texts, from `first` on, that describe the scenario. */
export function countTexts({ examples }: EmbeddedScenario): number {
  return examples.length + 1
}
