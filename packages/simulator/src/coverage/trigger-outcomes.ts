import type { Turn, TurnScore } from '../dialogue/turn.ts'
import type { TriggerOutcome } from './coverage.ts'

/** An outcome, and the key of the scenario that it came to. */
export type ScenarioOutcome = readonly [scenario: string, outcome: TriggerOutcome]

/** What a message came to, for each scenario that it came to anything for. */
export function outcomesOf({ decision, scores }: Pick<Turn, 'decision' | 'scores'>): readonly ScenarioOutcome[] {
  const excluded = scores.flatMap(({ scenario, out }) => (out === 'excluded' ? [outcome(scenario, 'excluded')] : []))
  switch (decision.kind) {
    case 'clarify':
      return [...excluded, ...decision.candidates.map(key => outcome(key, 'clarified'))]
    case 'start': {
      const own = outcome(decision.scenario, decision.picked === true ? 'picked' : 'won')
      // Who picks a topic says nothing about the others.
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

/** A message that has half of what it needs is one that the scenario was worth a thought for. */
function isNear({ confidence, min_confidence }: TurnScore): boolean {
  return confidence > 0 && confidence >= min_confidence / 2
}
