import type { ComparedScenario } from './compared-scenario.ts'
import type { FlowMatch } from './match/match-flows.ts'

/** A list of texts that an item can move out of, into that of another scenario. */
export type TextList = 'examples' | 'exclusions'

/** Where texts have gone that moved from one scenario to another; undefined where they did not. */
export interface Moves {
  /** The scenario that has got the text which `key` has lost. */
  goesTo(list: TextList, text: string, key: string): string | undefined
  /** The scenario that has lost the text which `key` has got. */
  comesFrom(list: TextList, text: string, key: string): string | undefined
}

/** Two versions of one scenario, and what is told of them together. */
export interface ScenarioPair {
  readonly base: ComparedScenario
  readonly head: ComparedScenario
  readonly flow: FlowMatch
  readonly moves: Moves
}
