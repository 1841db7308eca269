import type { Stop, WalkOutcome } from '../flow/walk.ts'
import type { ScenarioScore } from '../trigger/scorer.ts'
import type { OfferedTopic } from './dialogue.ts'

/** The decision on a message. `scenario` and `candidates` are keys, `candidates` best first. */
export type Decision =
  /** `picked`: the customer selected it from the offer of the previous turn, whatever its confidence. */
  | { readonly kind: 'start'; readonly scenario: string; readonly picked?: true }
  | { readonly kind: 'clarify'; readonly candidates: readonly string[] }
  | { readonly kind: 'none' }

/** A score, and whether the scenario may start in this dialogue. */
export interface TurnScore extends ScenarioScore {
  /** Why it may not: the message equals an exclusion, or it has already run and may not repeat. */
  readonly out?: 'excluded' | 'ran'
}

/** One message of the customer and its results: plain JSON, with every step of the decision. */
export interface Turn {
  readonly user: string
  readonly decision: Decision
  /** One for every active scenario, best first; excluded ones come last. */
  readonly scores: readonly TurnScore[]
  readonly replies: readonly string[]
  /** The ids of the nodes entered, the last one included. */
  readonly walk: readonly string[]
  /** The ids of the edges taken. */
  readonly edges: readonly string[]
  readonly outcome: WalkOutcome | 'none' | 'clarifying'
  /** Where the walk stopped, and why; absent if there was no walk. */
  readonly stoppedAt?: Stop
  /** The topics that the customer can select with the next message, best first. */
  readonly offer?: readonly OfferedTopic[]
}
