/** The three largest similarities of a message, the best first; 0 if there are fewer scenarios. */
export interface TopSimilarities {
  readonly best: number
  readonly second: number
  readonly third: number
}

/** Finds them. */
export function findTopSimilarities(similarities: Float64Array): TopSimilarities {
  let [best, second, third] = [0, 0, 0]
  for (let at = 0; at < similarities.length; at++) {
    const similarity = similarities[at] ?? 0
    if (similarity <= third) continue
    if (similarity > best) {
      third = second
      second = best
      best = similarity
    } else if (similarity > second) {
      third = second
      second = similarity
    } else third = similarity
  }
  return { best, second, third }
}
