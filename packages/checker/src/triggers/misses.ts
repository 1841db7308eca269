import type { Contender } from '@scenewright/simulator'
import type { ProjectSubject } from '../context.ts'
import { type ExampleEvaluation, exampleEvaluations, type ScenarioEvaluations } from './example-evaluations.ts'

/** An example that, removed from its scenario, starts another one. */
export interface Miss extends ExampleEvaluation {
  readonly winner: Contender
}

/** A scenario whose examples miss it. */
export interface MissedScenario extends ScenarioEvaluations {
  readonly misses: readonly Miss[]
  /** Whether all of at least three examples miss it: then it is the scenario that is at fault, not the examples. */
  readonly isShadowed: boolean
}

/** As many examples as it takes to say that all of them miss. */
const fewest = 3

/** The scenarios that have an example which would start another one. */
export function misses({ share }: ProjectSubject): readonly MissedScenario[] {
  return share(exampleEvaluations).flatMap(({ scenario, evaluations }) => {
    const found = evaluations.flatMap(evaluation => missOf(evaluation) ?? [])
    if (found.length === 0) return []
    return {
      scenario,
      evaluations,
      misses: found,
      isShadowed: found.length === evaluations.length && found.length >= fewest,
    }
  })
}

function missOf(evaluation: ExampleEvaluation): Miss | undefined {
  const { decision, contenders, scenario, own } = evaluation
  if (decision.kind !== 'start' || decision.scenario === scenario.key) return undefined
  const winner = contenders.find(contender => contender.scenario === decision.scenario)
  // One that wins with less only because its own bar is lower: to fall short of the bar is no miss.
  if (winner === undefined || winner.confidence < (own?.confidence ?? 0)) return undefined
  return { ...evaluation, winner }
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
