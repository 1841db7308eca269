import type { TextVector } from '../src/trigger/weighting.ts'

/** A vector with these features, with weights that differ by the feature and its place. */
export function vectorWith(features: readonly number[]): TextVector {
  return {
    features: Int32Array.from(features),
    weights: Float32Array.from(features, (feature, at) => (feature + at + 1) / 50),
  }
}
