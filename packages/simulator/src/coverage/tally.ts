import type { Turn, TurnScore } from '../dialogue/turn.ts'
import type { TriggerOutcome } from './coverage.ts'

/** An outcome, and the key of its scenario. */
type ScenarioOutcome = readonly [scenario: string, outcome: TriggerOutcome]

/** How often turns reached the parts and the outcomes of one scenario. */
export interface ScenarioTally {
  readonly nodes: Map<string, number>
  readonly edges: Map<string, number>
  readonly outcomes: Map<string, number>
}

/** The tallies of turns, by the keys of scenarios. */
export type Tally = Map<string, ScenarioTally>

/** The parts of a turn that are counted. */
export type CountedTurn = Pick<Turn, 'decision' | 'scores' | 'walk' | 'edges'>

/** Adds one more turn. */
export function countTurn(tally: Tally, turn: CountedTurn): void {
  for (const [scenario, outcome] of listOutcomes(turn)) increase(findTally(tally, scenario).outcomes, outcome)
  if (turn.decision.kind !== 'start') return
  const { nodes, edges } = findTally(tally, turn.decision.scenario)
  for (const id of turn.walk) increase(nodes, id)
  for (const id of turn.edges) increase(edges, id)
}

function findTally(tally: Tally, scenario: string): ScenarioTally {
  const known = tally.get(scenario)
  if (known !== undefined) return known
  const made: ScenarioTally = { nodes: new Map(), edges: new Map(), outcomes: new Map() }
  tally.set(scenario, made)
  return made
}

function increase(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1)
}

/** The outcomes of a message, for each scenario that has one. */
function listOutcomes({ decision, scores }: Pick<Turn, 'decision' | 'scores'>): readonly ScenarioOutcome[] {
  const excluded = scores.flatMap(({ scenario, out }) => (out === 'excluded' ? [outcome(scenario, 'excluded')] : []))
  switch (decision.kind) {
    case 'clarify':
      return [...excluded, ...decision.candidates.map(key => outcome(key, 'clarified'))]
    case 'start': {
      const own = outcome(decision.scenario, decision.picked === true ? 'picked' : 'won')
      // Selecting a topic reveals nothing about the other scenarios.
      const lost = decision.picked === true ? [] : scores.filter(score => isSure(score, decision.scenario))
      return [...excluded, own, ...lost.map(({ scenario }) => outcome(scenario, 'lost'))]
    }
    case 'none': {
      const nearest = scores.find(({ out }) => out !== 'excluded')
      return nearest !== undefined && isNear(nearest) ? [...excluded, outcome(nearest.scenario, 'none')] : excluded
    }
  }
}

function outcome(scenario: string, what: TriggerOutcome): ScenarioOutcome {
  return [scenario, what]
}

function isSure({ scenario, confidence, min_confidence, out }: TurnScore, started: string): boolean {
  return scenario !== started && out === undefined && confidence >= min_confidence
}

/** A message with half of the required confidence counts as an outcome of the scenario. */
function isNear({ confidence, min_confidence }: TurnScore): boolean {
  return confidence > 0 && confidence >= min_confidence / 2
}
