import type { EvaluatedScenario, ExampleEvaluation } from './evaluate-examples.ts'
import { share } from './numbers.ts'
import { classifyOutcome, countOutcomes, type Outcome, type Outcomes } from './outcomes.ts'

/**
 * The problem of a whole trigger. `dead`: none of its examples, if left out, would start it or cause it to be offered.
 * `silent`: at least half of them would start nothing. `greedy`: it takes many examples of other scenarios. With no
 * example or only one, there is nothing to leave out.
 */
export type Mark = 'no-examples' | 'one-example' | 'dead' | 'silent' | 'greedy'

/** The results for a scenario's own examples, and those of other scenarios. */
export interface ScenarioSurvey {
  readonly scenario: string
  readonly min_confidence: number
  /** The number of evaluated examples. */
  readonly examples: number
  readonly outcomes: Outcomes
  /** The number of other scenarios' examples that start it. */
  readonly taken: number
  /** The share of its examples that start it, 0 to 1; null if it has none. */
  readonly recall: number | null
  /** The share of its own examples among those that start it, 0 to 1; null if none do. */
  readonly precision: number | null
  readonly marks: readonly Mark[]
}

/** The minimum number of foreign examples of a greedy scenario, also as a share of the number of its own. */
const greedy = { min: 3, share: 0.25 }

/** A survey of each scenario, in the order given. */
export function surveyScenarios(
  scenarios: readonly EvaluatedScenario[],
  evaluations: readonly ExampleEvaluation[],
): readonly ScenarioSurvey[] {
  const outcomes = new Map<string, Outcome[]>(scenarios.map(({ key }) => [key, []]))
  const taken = new Map<string, number>()
  for (const { scenario, decision } of evaluations) {
    const outcome = classifyOutcome(decision, scenario)
    outcomes.get(scenario)?.push(outcome)
    if (decision.kind === 'start' && outcome === 'wrong') {
      taken.set(decision.scenario, (taken.get(decision.scenario) ?? 0) + 1)
    }
  }
  return scenarios.map(scenario =>
    surveyScenario(scenario, outcomes.get(scenario.key) ?? [], taken.get(scenario.key) ?? 0),
  )
}

function surveyScenario(
  { key, min_confidence }: EvaluatedScenario,
  found: readonly Outcome[],
  taken: number,
): ScenarioSurvey {
  const outcomes = countOutcomes(found)
  const examples = found.length
  return {
    scenario: key,
    min_confidence,
    examples,
    outcomes,
    taken,
    recall: share(outcomes.right, examples),
    precision: share(outcomes.right, outcomes.right + taken),
    marks: [...standing(outcomes, examples), ...(isGreedy(taken, examples) ? (['greedy'] as const) : [])],
  }
}

function standing({ right, asked, none }: Outcomes, examples: number): readonly Mark[] {
  if (examples === 0) return ['no-examples']
  if (examples === 1) return ['one-example']
  if (right + asked === 0) return ['dead']
  return none * 2 >= examples ? ['silent'] : []
}

function isGreedy(taken: number, examples: number): boolean {
  return taken >= greedy.min && taken >= examples * greedy.share
}
