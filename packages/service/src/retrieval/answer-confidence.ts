/** From this score on a passage counts as an answer to what was asked. */
export const answerConfidence = 0.5
