import type { Profile } from './profile.ts'
import type { SparseVector } from './sparse-vector.ts'

/** A description says what the customer wants, in other words than the customer's: it counts as a part of an example. */
const descriptionShare = 0.7

/** The examples' common direction tells a little more than the nearest one alone (measured on CLINC150). */
const commonShare = 0.6

/** What is left of the sum of one vector when that one is taken away is not always exactly nothing. */
const noLength = 1e-6

/** How near a message is to a scenario, and what it is nearest to. Similarities are from 0 to 1. */
export interface Nearness {
  /** Of the scenario's nearest text and its examples' common direction together. */
  readonly similarity: number
  /** The nearest text, an example or the description, and its own similarity. */
  readonly nearest: { readonly kind: 'example' | 'description'; readonly text: string; readonly similarity: number }
  /** The nearest example; absent where none shares anything with the message. */
  readonly example?: { readonly place: number; readonly similarity: number }
  /** The nearest exclusion; absent where none shares anything with the message. */
  readonly exclusion?: { readonly place: number; readonly text: string; readonly similarity: number }
}

/** What an example that is left out takes away from its scenario. */
export interface LeftOut {
  readonly example: number
  /** The length of the sum of the other examples' vectors. */
  readonly sumLength: number
}

/** Works out how near a message is to a scenario from its similarities to all texts of the bot. */
export function nearnessOf(profile: Profile, similarities: Float64Array, leftOut?: LeftOut): Nearness {
  const { examples, exclusions, first } = profile
  const example = nearestOf(similarities, first, examples.length, leftOut?.example)
  const descriptionAt = first + examples.length
  const described = (similarities[descriptionAt] ?? 0) * descriptionShare
  const exclusion = nearestOf(similarities, descriptionAt + 1, exclusions.length)
  const nearest =
    example.similarity >= described
      ? { kind: 'example' as const, text: examples[example.place] ?? '', similarity: example.similarity }
      : { kind: 'description' as const, text: profile.description, similarity: described }
  const length = leftOut?.sumLength ?? profile.sumLength
  const common = length > noLength ? example.sum / length : nearest.similarity
  return {
    similarity: Math.min(1, (1 - commonShare) * nearest.similarity + commonShare * common),
    nearest,
    ...(example.similarity > 0 && { example: { place: example.place, similarity: example.similarity } }),
    ...(exclusion.similarity > 0
      ? {
          exclusion: {
            place: exclusion.place,
            text: exclusions[exclusion.place] ?? '',
            similarity: exclusion.similarity,
          },
        }
      : {}),
  }
}

/**
 * What each feature of a message, taken once, adds at the most to its similarity to a scenario, whose texts' vectors are
 * given: as if one text had the most of every feature that any of them has. An exclusion only lowers the similarity.
 */
export function atMostOf(
  { examples, sumLength }: Profile,
  vectors: readonly SparseVector[],
): ReadonlyMap<number, number> {
  const nearest = new Map<number, number>()
  const sum = new Map<number, number>()
  vectors.slice(0, examples.length + 1).forEach(({ features, weights }, text) => {
    const isExample = text < examples.length
    features.forEach((feature, at) => {
      const weight = weights[at] ?? 0
      nearest.set(feature, Math.max(nearest.get(feature) ?? 0, isExample ? weight : weight * descriptionShare))
      if (isExample) sum.set(feature, (sum.get(feature) ?? 0) + weight)
    })
  })
  const commonOf = (feature: number, own: number) => (sumLength > noLength ? (sum.get(feature) ?? 0) / sumLength : own)
  return new Map(
    Array.from(nearest, ([feature, own]) => [feature, (1 - commonShare) * own + commonShare * commonOf(feature, own)]),
  )
}

/** The place of the nearest of `length` texts from `first` on, the earlier of two as near, and the sum of all. */
function nearestOf(similarities: Float64Array, first: number, length: number, without?: number) {
  let [place, similarity, sum] = [0, 0, 0]
  for (let at = 0; at < length; at++) {
    if (at === without) continue
    const found = similarities[first + at] ?? 0
    sum += found
    if (found > similarity) {
      place = at
      similarity = found
    }
  }
  return { place, similarity, sum }
}
