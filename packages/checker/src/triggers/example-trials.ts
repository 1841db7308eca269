import { type Contender, fold } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ActiveScenario, activeScenarios } from './active-scenarios.ts'
import { sameExamples } from './same-examples.ts'
import { type Trial, trials } from './trials.ts'

/** An example, and how the bot decides on it when its scenario does not have it. */
export interface ExampleTrial extends Trial {
  readonly scenario: ActiveScenario
  readonly example: number
  readonly text: string
  /** The scenario itself; undefined where an exclusion puts it out. */
  readonly own: Contender | undefined
}

/** The trials of a scenario's examples, but for those that another rule has at fault: in two scenarios, or excluded. */
export interface ScenarioTrials {
  readonly scenario: ActiveScenario
  readonly trials: readonly ExampleTrial[]
}

/** The trials of all active scenarios, in the order of their keys. */
export function exampleTrials({ share }: ProjectSubject): readonly ScenarioTrials[] {
  const { examples } = share(trials)
  const same = share(sameExamples)
  return share(activeScenarios).map((scenario, place) => {
    const excluded = new Set(scenario.exclusions.map(fold))
    return {
      scenario,
      trials: scenario.examples.flatMap((text, example) => {
        const trial = examples[place]?.[example]
        if (trial === undefined || same.has(scenario.key, example) || excluded.has(fold(text))) return []
        const own = trial.contenders.find(({ scenario: key }) => key === scenario.key)
        return { ...trial, scenario, example, text, own }
      }),
    }
  })
}
