import type { Profile } from './profile.ts'
import type { SparseVector } from './sparse-vector.ts'

/**
 * Gives a message's similarities to the texts of some scenarios, each at its place among all texts. What stands at the
 * places of the others means nothing.
 */
export interface Comparison {
  /** The list is the same one every time: it holds until the next call. */
  of(message: SparseVector, scenarios: Iterable<number>): Float64Array
  /** A list of its own, with the texts of one scenario. */
  ofOne(message: SparseVector, scenario: number): Float64Array
}

/** Makes it for scenarios, each with the vectors of its texts. */
export function createComparison(
  profiles: readonly Profile[],
  vectors: readonly (readonly SparseVector[])[],
  featureCount: number,
): Comparison {
  const wanted = new Float64Array(featureCount)
  const count = vectors.reduce((sum, texts) => sum + texts.length, 0)
  // A list of all texts a message, to be filled with zeros, took as long as the comparing.
  const shared = new Float64Array(count)
  const fill = (cosines: Float64Array, { features, weights }: SparseVector, scenarios: Iterable<number>) => {
    features.forEach((feature, at) => {
      wanted[feature] = weights[at] ?? 0
    })
    for (const place of scenarios) {
      const first = profiles[place]?.first ?? 0
      vectors[place]?.forEach((text, at) => {
        cosines[first + at] = dot(text, wanted)
      })
    }
    for (const feature of features) wanted[feature] = 0
    return cosines
  }
  return {
    of: (message, scenarios) => fill(shared, message, scenarios),
    ofOne: (message, scenario) => fill(new Float64Array(count), message, [scenario]),
  }
}

function dot({ features, weights }: SparseVector, wanted: Float64Array): number {
  let sum = 0
  for (let at = 0; at < features.length; at++) sum += (wanted[features[at] ?? 0] ?? 0) * (weights[at] ?? 0)
  return sum
}
