import type { EmbeddedScenario } from './embedded-scenario.ts'

/** A text of a scenario, by its index among texts of its kind, and its cosine to a message. */
interface NearText {
  readonly place: number
  readonly text: string
  readonly cosine: number
}

/** The texts of a scenario whose meaning is most similar to a message. */
export interface Meaning {
  /** The nearest of the examples and the description; absent if there are none left. */
  readonly nearest?: NearText & { readonly kind: 'example' | 'description' }
  readonly example?: NearText
  readonly exclusion?: NearText
}

/** Reads it from the message's cosines to all texts, without the example at the index `leftOut`. */
export function readMeaning(scenario: EmbeddedScenario, cosines: Float64Array, leftOut?: number): Meaning {
  const { examples, exclusions, description, first } = scenario
  const descriptionAt = first + examples.length
  const example = findNearest(examples, cosines.subarray(first, descriptionAt), leftOut)
  const described = cosines[descriptionAt] ?? 0
  const exclusion = findNearest(exclusions, cosines.subarray(descriptionAt + 1))
  const nearest =
    example !== undefined && example.cosine >= described
      ? { kind: 'example' as const, ...example }
      : { kind: 'description' as const, place: 0, text: description, cosine: described }
  return {
    ...(nearest.text.trim() !== '' && { nearest }),
    ...(example !== undefined && { example }),
    ...(exclusion !== undefined && { exclusion }),
  }
}

function findNearest(texts: readonly string[], cosines: Float64Array, without?: number): NearText | undefined {
  let nearest: NearText | undefined
  texts.forEach((text, place) => {
    const cosine = cosines[place] ?? 0
    if (place !== without && cosine > (nearest?.cosine ?? 0)) nearest = { place, text, cosine }
  })
  return nearest
}
