import type { Stop, WalkOutcome } from '../flow/walk.ts'
import type { ScenarioScore } from '../trigger/scorer.ts'
import type { OfferedTopic } from './dialogue.ts'

/** The decision on a message. `scenario` and `candidates` are keys, `candidates` best first. */
export type Decision =
  /** `picked`: the customer chose it from what the turn before offered, whatever its confidence. */
  | { readonly kind: 'start'; readonly scenario: string; readonly picked?: true }
  | { readonly kind: 'clarify'; readonly candidates: readonly string[] }
  | { readonly kind: 'none' }

/** A score, and whether the scenario may start in this dialogue. */
export interface TurnScore extends ScenarioScore {
  /** Why it may not: the message equals an exclusion, or it ran before and may not repeat. */
  readonly out?: 'excluded' | 'ran'
}

/** One message of the customer and all that came of it: plain JSON, with every step of the decision. */
export interface Turn {
  readonly user: string
  readonly decision: Decision
  /** One for every active scenario, best first; those that an exclusion puts out come last. */
  readonly scores: readonly TurnScore[]
  readonly replies: readonly string[]
  /** The ids of the nodes entered, the last one included. */
  readonly walk: readonly string[]
  /** The ids of the edges taken. */
  readonly edges: readonly string[]
  readonly outcome: WalkOutcome | 'none' | 'clarifying'
  /** Where the walk stopped, and why; absent where none began. */
  readonly stoppedAt?: Stop
  /** The topics that the customer may pick from with the next message, best first. */
  readonly offer?: readonly OfferedTopic[]
}
