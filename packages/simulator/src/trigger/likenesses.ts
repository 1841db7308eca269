import type { TextVector } from './weighing.ts'

/** What the cosines of texts are worked out of. */
interface Texts {
  readonly vectors: readonly TextVector[]
  readonly featureCount: number
}

/**
 * The cosine of each two of some texts, given by their places: the lower half of a symmetric matrix, row by row, the
 * diagonal included.
 */
export function likenessesOf({ vectors, featureCount }: Texts, texts: readonly number[]): Float64Array {
  const laidOut = layer(featureCount)
  const found = new Float64Array((texts.length * (texts.length + 1)) / 2)
  let slot = 0
  texts.forEach((text, row) => {
    const vector = vectors[text]
    if (vector === undefined) return
    layOut(laidOut, vector)
    for (let column = 0; column <= row; column++) found[slot++] = dot(laidOut, vectors[texts[column] ?? 0] ?? vector)
    clear(laidOut, vector)
  })
  return found
}

let shared = new Float32Array()

/** One for all, all 0 between two calls: to make one anew took longer than the rest. */
function layer(featureCount: number): Float32Array {
  if (shared.length < featureCount) shared = new Float32Array(featureCount * 2)
  return shared
}

function layOut(laidOut: Float32Array, { features, weights }: TextVector): void {
  for (let at = 0; at < features.length; at++) laidOut[features[at] ?? 0] = weights[at] ?? 0
}

function clear(laidOut: Float32Array, { features }: TextVector): void {
  for (let at = 0; at < features.length; at++) laidOut[features[at] ?? 0] = 0
}

function dot(laidOut: Float32Array, { features, weights }: TextVector): number {
  let sum = 0
  for (let at = 0; at < features.length; at++) sum += (laidOut[features[at] ?? 0] ?? 0) * (weights[at] ?? 0)
  return sum
}
