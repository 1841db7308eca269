import type { Decision } from '../dialogue/turn.ts'
import type { Contender } from '../trigger/scorer.ts'
import { classifyOutcome, type Outcome } from './outcomes.ts'

/** A customer message with the scenario that it should start, and the bot's decision. */
export interface LabelledMessage {
  readonly count: number
  /** The key of the scenario that the message should start; null if it should start none. */
  readonly expected: string | null
  readonly decision: Decision
  /** The most similar scenarios, best first. */
  readonly contenders: readonly Contender[]
}

/** The numbers of messages by outcome. */
export interface LabelledOutcomes {
  /** The expected scenario starts. */
  readonly right: number
  /** The bot asks for clarification, and offers the expected scenario. */
  readonly asked: number
  /** The bot asks for clarification, and does not offer the expected scenario. */
  readonly askedOther: number
  /** Another scenario starts. */
  readonly wrong: number
  /** Nothing starts. */
  readonly nothing: number
  /** A scenario starts, but none should. The five outcomes above do not count such messages. */
  readonly outOfScopeStarted: number
}

/** The names of outcomes in an evaluation, which differ from those of a survey of examples. */
const names = {
  right: 'right',
  asked: 'asked',
  astray: 'askedOther',
  wrong: 'wrong',
  none: 'nothing',
} as const satisfies Record<Outcome, keyof LabelledOutcomes>

/** The outcome of a decision for a message that should start `expected`; undefined if nothing should and does start. */
function labelledOutcome(decision: Decision, expected: string | null): keyof LabelledOutcomes | undefined {
  if (expected !== null) return names[classifyOutcome(decision, expected)]
  return decision.kind === 'start' ? 'outOfScopeStarted' : undefined
}

/** Counts messages by the outcomes of the decisions on them. */
export function countLabelled(
  labelled: readonly LabelledMessage[],
  decideOn: (message: LabelledMessage) => Decision,
): LabelledOutcomes {
  const counts = { right: 0, asked: 0, askedOther: 0, wrong: 0, nothing: 0, outOfScopeStarted: 0 }
  for (const message of labelled) {
    const outcome = labelledOutcome(decideOn(message), message.expected)
    if (outcome !== undefined) counts[outcome] += message.count
  }
  return counts
}

/** The cost of a clarification that offers the right scenario, compared with a message that starts nothing. */
export const askedCosts = 0.5
