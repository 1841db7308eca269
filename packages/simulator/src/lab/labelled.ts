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
export function labelledOutcome(decision: Decision, expected: string | null): keyof LabelledOutcomes | undefined {
  if (expected !== null) return names[classifyOutcome(decision, expected)]
  return decision.kind === 'start' ? 'outOfScopeStarted' : undefined
}

/** Counts that can change. */
export type OutcomeCounts = { -readonly [outcome in keyof LabelledOutcomes]: LabelledOutcomes[outcome] }

/** Creates counts of no message. */
export function createOutcomeCounts(): OutcomeCounts {
  return { right: 0, asked: 0, askedOther: 0, wrong: 0, nothing: 0, outOfScopeStarted: 0 }
}

/** Counts messages by the outcomes of the decisions on them. */
export function countLabelled(
  labelled: readonly LabelledMessage[],
  decideOn: (message: LabelledMessage) => Decision,
): LabelledOutcomes {
  const counts = createOutcomeCounts()
  for (const message of labelled) {
    const outcome = labelledOutcome(decideOn(message), message.expected)
    if (outcome !== undefined) counts[outcome] += message.count
  }
  return counts
}

/** The sums of some counts. */
export function addOutcomes(counts: readonly LabelledOutcomes[]): LabelledOutcomes {
  const total = createOutcomeCounts()
  for (const each of counts) {
    total.right += each.right
    total.asked += each.asked
    total.askedOther += each.askedOther
    total.wrong += each.wrong
    total.nothing += each.nothing
    total.outOfScopeStarted += each.outOfScopeStarted
  }
  return total
}

/** The cost of a clarification that offers the right scenario, compared with a message that starts nothing. */
export const askedCosts = 0.5
