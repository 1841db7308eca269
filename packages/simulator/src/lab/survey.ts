import type { BotSettings } from '@scenewright/model'
import { type Collision, findCollisions } from './collisions.ts'
import { type ConfusionCell, confusionOf } from './confusion.ts'
import { type MarginPoint, marginCurve, type ThresholdPoint, thresholdCurve } from './curves.ts'
import { countOutcomes, type Outcomes, outcomeOf } from './outcomes.ts'
import { type ScenarioSurvey, surveyScenarios } from './scenario-survey.ts'
import { suggestThreshold } from './suggestion.ts'
import type { ExampleTrial, TriedScenario } from './trial.ts'

/** What a bot's triggers do to each other. Plain JSON; all lists in an order that hangs on the scenarios alone. */
export interface TriggerSurvey {
  readonly outcomes: Outcomes
  readonly scenarios: readonly ScenarioSurvey[]
  readonly confusion: readonly ConfusionCell[]
  readonly collisions: readonly Collision[]
  readonly thresholds: {
    /** What most scenarios have now, the lower one of two. */
    readonly present: number
    /** Whether some have another. */
    readonly varies: boolean
    /** Null where no threshold is better than all others by the bounds. */
    readonly suggested: number | null
    /** How many messages were tried as if their scenario were not there. */
    readonly foreign: number
    readonly points: readonly ThresholdPoint[]
  }
  readonly margins: {
    readonly present: number
    /** Whether the bot asks back at all. */
    readonly enabled: boolean
    readonly points: readonly MarginPoint[]
  }
}

/** What there is to survey: trials of the examples, and of some of them as if their scenario were not there. */
export interface TriedTriggers {
  readonly scenarios: readonly TriedScenario[]
  readonly trials: readonly ExampleTrial[]
  readonly foreign: readonly ExampleTrial[]
  readonly settings: BotSettings
}

/** Surveys the triggers from their trials; pure. */
export function surveyTriggers({ scenarios, trials, foreign, settings }: TriedTriggers): TriggerSurvey {
  const points = thresholdCurve(trials, foreign, settings)
  const present = mostCommon(scenarios.map(({ min_confidence }) => min_confidence))
  const thresholds = new Set(scenarios.map(({ min_confidence }) => min_confidence))
  return {
    outcomes: countOutcomes(trials.map(({ decision, scenario }) => outcomeOf(decision, scenario))),
    scenarios: surveyScenarios(scenarios, trials),
    confusion: confusionOf(trials),
    collisions: findCollisions(trials, new Map(scenarios.map(scenario => [scenario.key, scenario]))),
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
      points: marginCurve(trials, settings),
    },
  }
}

function mostCommon(numbers: readonly number[]): number {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  const [first] = [...counts].sort(([a, many], [b, more]) => more - many || a - b)
  return first?.[0] ?? 0
}
