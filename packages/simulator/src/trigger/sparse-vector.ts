/** A text as weighted features, by the features' numbers; of length 1, or empty. */
export interface SparseVector {
  readonly features: readonly number[]
  readonly weights: readonly number[]
}

/** The length of a vector. Summed in the order given, so that the same vector always has the same length. */
export function lengthOf(weights: Iterable<number>): number {
  let sum = 0
  for (const weight of weights) sum += weight * weight
  return Math.sqrt(sum)
}
