import type { Turn } from '../dialogue/turn.ts'
import { outcomesOf } from './trigger-outcomes.ts'

/** How often turns came by the parts of one scenario, and to its outcomes. */
export interface ScenarioTally {
  readonly nodes: Map<string, number>
  readonly edges: Map<string, number>
  readonly outcomes: Map<string, number>
}

/** What turns came by, by the keys of scenarios. */
export type Tally = Map<string, ScenarioTally>

/** What is counted of a turn. */
export type CountedTurn = Pick<Turn, 'decision' | 'scores' | 'walk' | 'edges'>

/** Counts one more turn in. */
export function countTurn(tally: Tally, turn: CountedTurn): void {
  for (const [scenario, outcome] of outcomesOf(turn)) increase(tallyOf(tally, scenario).outcomes, outcome)
  if (turn.decision.kind !== 'start') return
  const { nodes, edges } = tallyOf(tally, turn.decision.scenario)
  for (const id of turn.walk) increase(nodes, id)
  for (const id of turn.edges) increase(edges, id)
}

function tallyOf(tally: Tally, scenario: string): ScenarioTally {
  const known = tally.get(scenario)
  if (known !== undefined) return known
  const made: ScenarioTally = { nodes: new Map(), edges: new Map(), outcomes: new Map() }
  tally.set(scenario, made)
  return made
}

function increase(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}
