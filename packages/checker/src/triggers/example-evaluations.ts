import { type Contender, foldAll } from '@scenewright/simulator'
import type { DecidedGroup } from '@scenewright/simulator/evaluations'
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

/**
 * From this similarity to an example of another scenario on, an example counts as similar. Below it they are not,
 * however close the scores are. Pairs that cause a clarification have less than 0.4 in both example bots; of 88 such
 * pairs in ten parts of BANKING77's training set (20 intents, 8 examples each), four have more.
 */
export const near = 0.55

/**
 * The evaluations of the active scenarios, in the order of their keys; without those of which all examples start them
 * and none is similar to one of another scenario: about them, there is nothing to report.
 */
export function exampleEvaluations({ share }: ProjectSubject): readonly ScenarioEvaluations[] {
  const { examples } = share(leaveOneOut)
  const same = share(findSameExamples)
  return share(activeScenarios).flatMap((scenario, place) => {
    const evaluated = examples[place]
    if (evaluated === undefined) return []
    if (allStart(scenario, evaluated) && evaluated.outline.maxForeign < near) return []
    const excluded = new Set(foldAll(scenario.exclusions))
    const folded = foldAll(scenario.examples)
    const known = evaluated.predictions
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

/** Whether each example of a scenario, removed from it, starts it. Then none equals one of its exclusions. */
export function allStart({ examples }: ActiveScenario, { outline }: DecidedGroup): boolean {
  return outline.startOwn === examples.length
}
