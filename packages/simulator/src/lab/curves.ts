import type { BotSettings } from '@scenewright/model/config'
import type { ExampleEvaluation } from './evaluate-examples.ts'
import { classifyOutcome, countOutcomes, decideAnew, type Outcomes } from './outcomes.ts'
import { highest, lowest } from './threshold-advice.ts'

/** The outcomes of the examples if every scenario had this `min_confidence`. */
export interface ThresholdPoint extends Outcomes {
  readonly min_confidence: number
  /** The number of foreign messages that would start a scenario. */
  readonly foreign: number
}

/** The outcomes of the examples if clarification used this `scenario_clarify_margin`. */
export interface MarginPoint extends Outcomes {
  readonly margin: number
}

const maxMargin = 30

/**
 * A point for every threshold from 50 to 100. `foreign` contains evaluations of messages as if their scenario did not
 * exist.
 */
export function computeThresholdCurve(
  evaluations: readonly ExampleEvaluation[],
  foreign: readonly ExampleEvaluation[],
  settings: BotSettings,
): readonly ThresholdPoint[] {
  return from(lowest, highest).map(min => {
    const outcome = (evaluation: ExampleEvaluation) =>
      classifyOutcome(decideAnew(evaluation.contenders, settings, min), evaluation.scenario)
    return {
      min_confidence: min,
      ...countOutcomes(evaluations.map(outcome)),
      foreign: foreign.filter(evaluation => decideAnew(evaluation.contenders, settings, min).kind === 'start').length,
    }
  })
}

/** A point for every margin from 0, where only equal confidences cause a clarification, to 30. */
export function computeMarginCurve(
  evaluations: readonly ExampleEvaluation[],
  settings: BotSettings,
): readonly MarginPoint[] {
  return from(0, maxMargin).map(margin => {
    const asking = { ...settings, scenario_clarify_enabled: true, scenario_clarify_margin: margin }
    return {
      margin,
      ...countOutcomes(
        evaluations.map(evaluation => classifyOutcome(decideAnew(evaluation.contenders, asking), evaluation.scenario)),
      ),
    }
  })
}

/** The whole numbers from `first` to `last`. */
function from(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_none, step) => first + step)
}
