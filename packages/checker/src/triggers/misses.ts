import type { Contender } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ExampleTrial, exampleTrials, type ScenarioTrials } from './example-trials.ts'

/** An example that would start another scenario, were it not an example. */
export interface Miss extends ExampleTrial {
  readonly winner: Contender
}

/** A scenario whose examples miss it. */
export interface MissedScenario extends ScenarioTrials {
  readonly misses: readonly Miss[]
  /** Whether all of at least three examples miss it: then it is the scenario that is at fault, not the examples. */
  readonly isShadowed: boolean
}

/** As many examples as it takes to say that all of them miss. */
const fewest = 3

/** The scenarios that have an example which would start another one. */
export function misses({ share }: ProjectSubject): readonly MissedScenario[] {
  return share(exampleTrials).flatMap(({ scenario, trials }) => {
    const found = trials.flatMap(trial => missOf(trial) ?? [])
    if (found.length === 0) return []
    return { scenario, trials, misses: found, isShadowed: found.length === trials.length && found.length >= fewest }
  })
}

function missOf(trial: ExampleTrial): Miss | undefined {
  const { decision, contenders, scenario, own } = trial
  if (decision.kind !== 'start' || decision.scenario === scenario.key) return undefined
  const winner = contenders.find(contender => contender.scenario === decision.scenario)
  // One that wins with less only because its own bar is lower: to fall short of the bar is no miss.
  if (winner === undefined || winner.confidence < (own?.confidence ?? 0)) return undefined
  return { ...trial, winner }
}

/** Whether one scenario is shadowed, the other among those that shadow it: what else their examples share follows from that. */
export function areShadowed({ share }: ProjectSubject, one: string, other: string): boolean {
  const isBy = (key: string, winner: string) =>
    share(misses).some(
      ({ scenario, isShadowed, misses: found }) =>
        isShadowed && scenario.key === key && found.some(miss => miss.winner.scenario === winner),
    )
  return isBy(one, other) || isBy(other, one)
}
