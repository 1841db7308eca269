import type { Profile } from './profile.ts'

/** An equal text of a scenario: an exclusion takes precedence over an example. */
export interface ExactText {
  readonly kind: 'exact-example' | 'exact-exclusion'
  /** As written by the author. */
  readonly text: string
}

/** Finds the scenarios, by their indexes, that have a folded text; a left-out example or scenario is ignored. */
export type FindExact = (
  folded: string,
  isLeftOut: (scenario: number, example?: number) => boolean,
) => ReadonlyMap<number, ExactText>

/** Creates the lookup for the texts of scenarios. */
export function createExactTexts(profiles: readonly Profile[]): FindExact {
  const owners = new Map<string, number[]>()
  profiles.forEach(({ texts }, scenario) => {
    for (const folded of [...texts.exampleByText.keys(), ...texts.exclusionByText.keys()]) {
      const known = owners.get(folded)
      if (known === undefined) owners.set(folded, [scenario])
      else if (known.at(-1) !== scenario) known.push(scenario)
    }
  })
  return (folded, isLeftOut) => {
    const found = new Map<number, ExactText>()
    for (const scenario of owners.get(folded) ?? []) {
      if (isLeftOut(scenario)) continue
      const text = exactText(profiles[scenario], folded, example => isLeftOut(scenario, example))
      if (text !== undefined) found.set(scenario, text)
    }
    return found
  }
}

function exactText(
  profile: Profile | undefined,
  folded: string,
  isLeftOut: (example: number) => boolean,
): ExactText | undefined {
  if (profile === undefined) return undefined
  const { examples, exclusions, exampleByText, exclusionByText } = profile.texts
  const exclusion = exclusionByText.get(folded)?.[0]
  if (exclusion !== undefined) return { kind: 'exact-exclusion', text: exclusions[exclusion] ?? '' }
  const example = exampleByText.get(folded)?.find(place => !isLeftOut(place))
  return example === undefined ? undefined : { kind: 'exact-example', text: examples[example] ?? '' }
}
