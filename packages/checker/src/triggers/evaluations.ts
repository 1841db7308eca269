import type { Contender, Decision } from '@scenewright/simulator'
import type { DecidedGroup } from '@scenewright/simulator/evaluations'

/** The decision for a message, and the scenarios that contributed to it, best first. Plain data. */
export interface Evaluation {
  readonly decision: Decision
  readonly contenders: readonly Contender[]
}

/** The bot's decisions for the messages in its own sources, in the order of the active scenarios. */
export interface Evaluations {
  /** Of each example, removed from its scenario. */
  readonly examples: readonly DecidedGroup[]
  /** Of each exclusion. */
  readonly exclusions: readonly DecidedGroup[]
  /** Of each message of the conversation tests, in their order. */
  readonly messages: readonly Evaluation[]
}
