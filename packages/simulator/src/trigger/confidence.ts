/**
 * The curve from similarity to confidence: straight between these points. 78, the default threshold, stands where few
 * messages that belong to no scenario come to.
 */
const curve: readonly (readonly [similarity: number, confidence: number])[] = [
  [0, 0],
  [0.15, 40],
  [0.35, 78],
  [0.6, 92],
  [1, 99],
]

/** The confidence of a message that equals an example. Nothing else reaches it. */
export const exactConfidence = 100

/** The confidence, 0 to 99, of a similarity from 0 to 1. */
export function confidenceOf(similarity: number): number {
  let [fromSimilarity, fromConfidence] = [0, 0]
  for (const [toSimilarity, toConfidence] of curve) {
    if (similarity <= toSimilarity) {
      const share = (similarity - fromSimilarity) / (toSimilarity - fromSimilarity || 1)
      return fromConfidence + share * (toConfidence - fromConfidence)
    }
    fromSimilarity = toSimilarity
    fromConfidence = toConfidence
  }
  return fromConfidence
}

/**
 * What a near exclusion leaves of a confidence: nearly all where the examples are much nearer, little where the
 * exclusion is. Both are similarities from 0 to 1.
 */
export function lowerBy(confidence: number, exclusion: number, example: number): number {
  if (exclusion <= 0) return confidence
  const against = exclusion ** 6
  const share = against / (against + example ** 6)
  return confidence * (1 - share * (confidenceOf(exclusion) / 100))
}

/** One decimal, as confidences are shown and compared. */
export function roundConfidence(confidence: number): number {
  return Math.round(confidence * 10) / 10
}
