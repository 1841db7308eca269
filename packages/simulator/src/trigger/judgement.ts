/** The three largest similarities of a message, the best first; 0 where there are fewer scenarios. */
export interface Judgement {
  /** The place of the best scenario, the earlier of two as near; -1 where none has anything in common. */
  readonly place: number
  readonly best: number
  readonly second: number
  readonly third: number
}

/** Finds them. */
export function judge(similarities: Iterable<number>): Judgement {
  let [place, best, second, third] = [-1, 0, 0, 0]
  let at = 0
  for (const similarity of similarities) {
    if (similarity > best) [place, best, second, third] = [at, similarity, best, second]
    else if (similarity > second) [second, third] = [similarity, second]
    else if (similarity > third) third = similarity
    at++
  }
  return { place, best, second, third }
}
