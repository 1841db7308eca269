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
  /**
   * Whether there are at least three examples and all of them miss it: then the problem is the scenario, not its
   * examples.
   */
  readonly isShadowed: boolean
}

/** The minimum number of examples for the statement that all of them miss. */
const fewest = 3

/** The scenarios with an example that would start another one. */
export function findMisses({ share }: ProjectSubject): readonly MissedScenario[] {
  return share(exampleEvaluations).flatMap(({ scenario, evaluations }) => {
    const found = evaluations.flatMap(evaluation => toMiss(evaluation) ?? [])
    if (found.length === 0) return []
    return {
      scenario,
      evaluations,
      misses: found,
      isShadowed: found.length === evaluations.length && found.length >= fewest,
    }
  })
}

function toMiss(evaluation: ExampleEvaluation): Miss | undefined {
  const { decision, contenders, scenario, own } = evaluation
  if (decision.kind !== 'start' || decision.scenario === scenario.key) return undefined
  const winner = contenders.find(contender => contender.scenario === decision.scenario)
  // One that wins with a lower confidence only because its threshold is lower is not a miss.
  if (winner === undefined || winner.confidence < (own?.confidence ?? 0)) return undefined
  return { ...evaluation, winner }
}

/** Whether one of the scenarios is shadowed by the other: similarities of their examples follow from that. */
export function areShadowed({ share }: ProjectSubject, one: string, other: string): boolean {
  const winners = share(winnersOfShadowed)
  return winners.get(one)?.has(other) === true || winners.get(other)?.has(one) === true
}

/** By the key of a shadowed scenario, those that start instead. */
function winnersOfShadowed({ share }: ProjectSubject): ReadonlyMap<string, ReadonlySet<string>> {
  const shadowed = share(findMisses).filter(({ isShadowed }) => isShadowed)
  return new Map(
    shadowed.map(({ scenario, misses }) => [scenario.key, new Set(misses.map(({ winner }) => winner.scenario))]),
  )
}
