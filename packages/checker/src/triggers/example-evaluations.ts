import { type Contender, foldAll } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ActiveScenario, activeScenarios } from './active-scenarios.ts'
import type { Evaluation } from './evaluations.ts'
import { leaveOneOut } from './leave-one-out.ts'
import { findSameExamples } from './same-examples.ts'

/** An example, and the bot's decision for it if it is removed from its scenario. */
export interface ExampleEvaluation extends Evaluation {
  readonly scenario: ActiveScenario
  readonly example: number
  readonly text: string
  /** The scenario itself; undefined if an exclusion rules it out. */
  readonly own: Contender | undefined
}

/** The evaluations of a scenario's examples, without those that another rule reports: in two scenarios, or excluded. */
export interface ScenarioEvaluations {
  readonly scenario: ActiveScenario
  readonly evaluations: readonly ExampleEvaluation[]
}

/** The evaluations of all active scenarios, in the order of their keys. */
export function exampleEvaluations({ share }: ProjectSubject): readonly ScenarioEvaluations[] {
  const { examples } = share(leaveOneOut)
  const same = share(findSameExamples)
  return share(activeScenarios).map((scenario, place) => {
    const excluded = new Set(foldAll(scenario.exclusions))
    const folded = foldAll(scenario.examples)
    const known = examples[place] ?? []
    const evaluations: ExampleEvaluation[] = []
    scenario.examples.forEach((text, example) => {
      const evaluation = known[example]
      const message = folded[example] ?? ''
      if (evaluation === undefined || same.isShared(message) || excluded.has(message)) return
      const { decision, contenders } = evaluation
      const own = contenders.find(({ scenario: key }) => key === scenario.key)
      evaluations.push({ decision, contenders, scenario, example, text, own })
    })
    return { scenario, evaluations }
  })
}
