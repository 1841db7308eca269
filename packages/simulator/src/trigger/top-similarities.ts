/** The three largest similarities of a message, the best first; 0 if there are fewer scenarios. */
export interface TopSimilarities {
  readonly best: number
  readonly second: number
  readonly third: number
}

/** Finds them. */
export function findTopSimilarities(similarities: Iterable<number>): TopSimilarities {
  let [best, second, third] = [0, 0, 0]
  for (const similarity of similarities) {
    if (similarity > best) [best, second, third] = [similarity, best, second]
    else if (similarity > second) [second, third] = [similarity, second]
    else if (similarity > third) third = similarity
  }
  return { best, second, third }
}
