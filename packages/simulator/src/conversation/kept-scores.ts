import type { Turn, TurnScore } from '../dialogue/turn.ts'

/** How many of the best are kept, whatever they have reached. */
const best = 5

/** How many reasons a score keeps that somebody is to read. */
const mostReasons = 3

/** A turn with those scores alone that had a part in it, or that a test names: of 1,000 scenarios no more than a few. */
export function withKeptScores(turn: Turn, named: ReadonlySet<string>, isRead: boolean): Turn {
  const { decision } = turn
  const decided =
    decision.kind === 'start' ? [decision.scenario] : decision.kind === 'clarify' ? decision.candidates : []
  const wanted = new Set([...named, ...decided])
  const kept = turn.scores.filter(
    (score, index) => index < best || wanted.has(score.scenario) || score.out === 'excluded' || isSure(score),
  )
  return {
    ...turn,
    scores: kept.map(score => ({ ...score, reasons: isRead ? score.reasons.slice(0, mostReasons) : [] })),
  }
}

function isSure({ confidence, min_confidence }: TurnScore): boolean {
  return confidence >= min_confidence
}
