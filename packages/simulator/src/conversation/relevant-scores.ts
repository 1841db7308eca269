import type { Turn, TurnScore } from '../dialogue/turn.ts'

/** The number of best scores to keep, whatever their value. */
const best = 5

/** The number of reasons to keep for a score that people will read. */
const maxReasons = 3

/**
 * A turn with only the relevant scores: those with a part in the decision, and those that a test names. Of 1,000
 * scenarios these are only a few.
 */
export function keepRelevantScores(turn: Turn, named: ReadonlySet<string>, isRead: boolean): Turn {
  const { decision } = turn
  const decided =
    decision.kind === 'start' ? [decision.scenario] : decision.kind === 'clarify' ? decision.candidates : []
  const wanted = new Set([...named, ...decided])
  const kept = turn.scores.filter(
    (score, index) => index < best || wanted.has(score.scenario) || score.out === 'excluded' || isSure(score),
  )
  return {
    ...turn,
    scores: kept.map(score => ({ ...score, reasons: isRead ? score.reasons.slice(0, maxReasons) : [] })),
  }
}

function isSure({ confidence, min_confidence }: TurnScore): boolean {
  return confidence >= min_confidence
}
