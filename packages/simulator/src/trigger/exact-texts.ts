import { fold } from './fold.ts'
import type { Profile } from './profile.ts'

/** An equal text of a scenario: an exclusion takes precedence over an example. */
export interface ExactText {
  readonly kind: 'exact-example' | 'exact-exclusion'
  /** As written by the author. */
  readonly text: string
}

/** Finds the scenarios, by their indexes, that have a message folded; a left-out example or scenario is ignored. */
export type FindExact = (
  message: string,
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
  const hashes = new Set(Array.from(owners.keys(), hashLetters))
  return (message, isLeftOut) => {
    // Folding takes longer than this, and few messages equal a text.
    const hash = hashLetters(message)
    if (hash !== undefined && !hashes.has(hash)) return nothing
    const found = new Map<number, ExactText>()
    const folded = fold(message)
    for (const scenario of owners.get(folded) ?? []) {
      if (isLeftOut(scenario)) continue
      const text = exactText(profiles[scenario], folded, example => isLeftOut(scenario, example))
      if (text !== undefined) found.set(scenario, text)
    }
    return found
  }
}

const nothing: ReadonlyMap<number, ExactText> = new Map()

/** A hash of the letters and digits of an ASCII text, which folding keeps; undefined for another text. */
function hashLetters(text: string): number | undefined {
  let hash = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7f) return undefined
    const lower = code >= 0x41 && code <= 0x5a ? code + 0x20 : code
    const isKept = (lower >= 0x61 && lower <= 0x7a) || (lower >= 0x30 && lower <= 0x39)
    if (isKept) hash = (Math.imul(hash, 31) + lower) | 0
  }
  return hash
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
