/** The surest scenario; scores come by keys, so of two that are as sure the first by its key. */
export function bestOf(scores) {
  return scores.reduce((best, score) => (score.confidence > best.confidence ? score : best))
}
