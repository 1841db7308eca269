import type { BotSettings } from '@scenewright/model/config'
import { type Collision, findCollisions } from './collisions.ts'
import { computeMarginCurve, computeThresholdCurve, type MarginPoint, type ThresholdPoint } from './curves.ts'
import type { EvaluatedScenario, ExampleEvaluation } from './evaluate-examples.ts'
import { askedCosts } from './labelled.ts'
import { classifyOutcome, countOutcomes, type Outcomes } from './outcomes.ts'
import { type ScenarioSurvey, surveyScenarios } from './scenario-survey.ts'

/**
 * How a threshold is suggested. With 5, 20 and 50 examples per scenario of BANKING77 and of CLINC150, the suggestion was
 * within 2 of the threshold with the lowest cost for messages kept apart.
 */
const estimate = {
  /** With fewer examples, the estimate is not known to be near. */
  minExamples: 300,
  /** The assumed share of messages that belong to no scenario. */
  foreign: 0.02,
  /** A wrong start costs so many times as much as a missing one. */
  wrongCosts: 5,
} as const

/** How often the examples of one scenario start or offer another, or the scenario itself. */
interface ConfusionCell {
  /** The scenario that the examples belong to. */
  readonly own: string
  /** The scenario that starts or is offered; null if nothing starts. */
  readonly other: string | null
  readonly started: number
  readonly asked: number
  readonly none: number
}

/**
 * The survey of how a bot's triggers affect each other. Plain JSON; the order of all lists depends only on the
 * scenarios.
 */
export interface TriggerSurvey {
  readonly outcomes: Outcomes
  readonly scenarios: readonly ScenarioSurvey[]
  readonly confusion: readonly ConfusionCell[]
  readonly collisions: readonly Collision[]
  readonly thresholds: {
    /** The most common threshold; the lower one if two are equally common. */
    readonly present: number
    /** Whether some scenarios have another threshold. */
    readonly varies: boolean
    /** The threshold with the lowest cost for the examples. Null if there are too few of them for an estimate. */
    readonly suggested: number | null
    /** The number of messages evaluated as if their scenario did not exist. */
    readonly foreign: number
    readonly points: readonly ThresholdPoint[]
  }
  readonly margins: {
    readonly present: number
    /** Whether clarification is on. */
    readonly enabled: boolean
    readonly points: readonly MarginPoint[]
  }
}

/** The input of a survey: evaluations of the examples, and of some of them as if their scenario did not exist. */
export interface EvaluatedTriggers {
  readonly scenarios: readonly EvaluatedScenario[]
  readonly evaluations: readonly ExampleEvaluation[]
  readonly foreign: readonly ExampleEvaluation[]
  readonly settings: BotSettings
}

/** Surveys the triggers from their evaluations; pure. */
export function surveyTriggers({ scenarios, evaluations, foreign, settings }: EvaluatedTriggers): TriggerSurvey {
  const points = computeThresholdCurve(evaluations, foreign, settings)
  const present = mostCommon(scenarios.map(({ min_confidence }) => min_confidence))
  const thresholds = new Set(scenarios.map(({ min_confidence }) => min_confidence))
  return {
    outcomes: countOutcomes(evaluations.map(({ decision, scenario }) => classifyOutcome(decision, scenario))),
    scenarios: surveyScenarios(scenarios, evaluations),
    confusion: countConfusions(evaluations),
    collisions: findCollisions(evaluations, new Map(scenarios.map(scenario => [scenario.key, scenario]))),
    thresholds: {
      present,
      varies: thresholds.size > 1,
      suggested: suggestThreshold(points, foreign.length, present),
      foreign: foreign.length,
      points,
    },
    margins: {
      present: settings.scenario_clarify_margin,
      enabled: settings.scenario_clarify_enabled,
      points: computeMarginCurve(evaluations, settings),
    },
  }
}

function mostCommon(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  const [first] = [...counts].sort(([a, many], [b, more]) => more - many || a - b)
  return first?.[0] ?? 0
}

/** The non-empty cells, in the order of the first occurrence of scenarios and rivals. */
function countConfusions(evaluations: readonly ExampleEvaluation[]): readonly ConfusionCell[] {
  const cells = new Map<string, { own: string; other: string | null; started: number; asked: number; none: number }>()
  const cellOf = (own: string, other: string | null) => {
    const name = JSON.stringify([own, other])
    const found = cells.get(name) ?? { own, other, started: 0, asked: 0, none: 0 }
    cells.set(name, found)
    return found
  }
  for (const { scenario, decision } of evaluations) {
    if (decision.kind === 'start') cellOf(scenario, decision.scenario).started++
    else if (decision.kind === 'none') cellOf(scenario, null).none++
    else for (const candidate of decision.candidates) cellOf(scenario, candidate).asked++
  }
  return [...cells.values()]
}

function suggestThreshold(points: readonly ThresholdPoint[], foreign: number, present: number): number | null {
  const costs = points.map(({ min_confidence: threshold, right, asked, astray, wrong, none, foreign: started }) => {
    const all = right + asked + astray + wrong + none
    const foreignStarts = (started / Math.max(1, foreign)) * all * estimate.foreign
    const cost = (wrong + foreignStarts) * estimate.wrongCosts + none + astray + asked * askedCosts
    return { threshold, all, cost }
  })
  if ((costs[0]?.all ?? 0) < estimate.minExamples) return null
  const lowest = Math.min(...costs.map(({ cost }) => cost))
  const best = costs.filter(({ cost }) => cost === lowest).map(({ threshold }) => threshold)
  // Another threshold with the same cost gains nothing; the highest one starts the least that is unknown.
  return best.includes(present) ? present : (best.at(-1) ?? null)
}
