import type { ComparedScenario } from './compared-scenario.ts'
import type { FlowMatch } from './match/match-flows.ts'

/** A list of texts that an item can move out of, into that of another scenario. */
export type TextList = 'examples' | 'exclusions'

/** The targets of texts that moved between scenarios; undefined if they did not move. */
export interface Moves {
  /** The scenario that has gained the text which `key` has lost. */
  goesTo(list: TextList, text: string, key: string): string | undefined
  /** The scenario that has lost the text which `key` has gained. */
  comesFrom(list: TextList, text: string, key: string): string | undefined
}

/** Two versions of one scenario, and related data. */
export interface ScenarioPair {
  readonly base: ComparedScenario
  readonly head: ComparedScenario
  readonly flow: FlowMatch
  readonly moves: Moves
}
