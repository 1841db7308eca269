/**
 * The curve from similarity to confidence: straight between these points. 78, the service's default threshold, stands
 * where few messages that belong to no scenario come to: one in a hundred for bots of 8 to 20 scenarios, up to one in
 * ten for 150 (CLINC150's out-of-scope messages).
 */
const curve: readonly (readonly [similarity: number, confidence: number])[] = [
  [0, 0],
  [0.12, 40],
  [0.34, 78],
  [0.5, 88],
  [0.7, 95],
  [1, 99],
]

/**
 * Exclusions speak of what the examples speak of: one bites where it is nearer than the nearest example, by this ratio,
 * and the more so the further beyond, by this power.
 */
const exclusionLead = 1.1
const exclusionSteepness = 10

/** The confidence of a message that equals an example. Nothing else reaches it. */
export const exactConfidence = 100

/**
 * The confidence, 0 to 99, one decimal, of a similarity from 0 to 1, given that of the best scenario. Whether a message
 * belongs to any scenario is read from the best similarity, which of them it means from the ratio to the best.
 */
export function confidenceOf(similarity: number, best: number): number {
  if (similarity <= 0) return 0
  return Math.round(onCurve((similarity * similarity) / Math.max(similarity, best)) * 10) / 10
}

/** The least similarity whose confidence may be `confidence`, whatever the best one is. */
export function similarityFor(confidence: number): number {
  // Half a step less, since confidences are rounded to one decimal.
  const wanted = confidence - 0.05
  if (wanted <= 0) return 0
  let from: readonly [number, number] = [0, 0]
  for (const to of curve) {
    if (wanted <= to[1]) return from[0] + ((to[0] - from[0]) * (wanted - from[1])) / (to[1] - from[1])
    from = to
  }
  return from[0]
}

/**
 * What a near exclusion leaves of a similarity: nearly all where the nearest example is nearer, a half where the
 * exclusion is nearer by a tenth, nearly nothing where it is much nearer. All from 0 to 1.
 */
export function lowerByExclusion(similarity: number, exclusion: number, example: number): number {
  if (exclusion <= 0) return similarity
  const lead = exclusion / (exclusionLead * example)
  return similarity / (1 + lead ** exclusionSteepness)
}

function onCurve(similarity: number): number {
  let from: readonly [number, number] = [0, 0]
  for (const to of curve) {
    if (similarity <= to[0]) {
      const share = to[0] === from[0] ? 0 : (similarity - from[0]) / (to[0] - from[0])
      return from[1] + share * (to[1] - from[1])
    }
    from = to
  }
  return from[1]
}
