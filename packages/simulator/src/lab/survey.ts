import type { BotSettings } from '@scenewright/model/config'
import { type Collision, findCollisions } from './collisions.ts'
import { computeMarginCurve, computeThresholdCurve, type MarginPoint, type ThresholdPoint } from './curves.ts'
import type { EvaluatedScenario, ExampleEvaluation } from './evaluate-examples.ts'
import { classifyOutcome, countOutcomes, type Outcomes } from './outcomes.ts'
import { type ScenarioSurvey, surveyScenarios } from './scenario-survey.ts'

/** The bounds for suggesting a threshold, as shares from 0 to 1. */
const bounds = {
  /** The maximum share of examples that may start a wrong scenario. */
  wrong: 0.02,
  /** The maximum share of foreign messages that may start any scenario. */
  foreign: 0.05,
  /** The minimum share to keep of the examples that start the right scenario at the present threshold. */
  kept: 0.8,
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
    /** Null if no threshold within the bounds is better than all others. */
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
  const present = maxCommon(scenarios.map(({ min_confidence }) => min_confidence))
  const thresholds = new Set(scenarios.map(({ min_confidence }) => min_confidence))
  return {
    outcomes: countOutcomes(evaluations.map(({ decision, scenario }) => classifyOutcome(decision, scenario))),
    scenarios: surveyScenarios(scenarios, evaluations),
    confusion: countConfusions(evaluations),
    collisions: findCollisions(evaluations, new Map(scenarios.map(scenario => [scenario.key, scenario]))),
    thresholds: {
      present,
      varies: thresholds.size > 1,
      suggested: suggestThreshold(points, foreign.length, present) ?? null,
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

function maxCommon(numbers: readonly number[]): number {
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

/** The lowest threshold within the bounds; undefined if there is none, or no data to decide. */
function suggestThreshold(points: readonly ThresholdPoint[], foreign: number, present: number): number | undefined {
  const now = points.find(({ min_confidence }) => min_confidence === Math.round(present))?.right ?? 0
  return points.find(point => {
    const all = point.right + point.asked + point.astray + point.wrong + point.none
    return (
      point.right > 0 &&
      point.wrong <= all * bounds.wrong &&
      point.foreign <= foreign * bounds.foreign &&
      point.right >= now * bounds.kept
    )
  })?.min_confidence
}
