/** The scenario with the highest confidence; scores are sorted by key, so of two equal ones the first by its key. */
export function bestOf(scores) {
  return scores.reduce((best, score) => (score.confidence > best.confidence ? score : best))
}
