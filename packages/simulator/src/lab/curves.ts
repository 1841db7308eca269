import type { BotSettings } from '@scenewright/model'
import { decide } from '../dialogue/decide.ts'
import type { Decision } from '../dialogue/turn.ts'
import { countOutcomes, type Outcomes, outcomeOf } from './outcomes.ts'
import { type ExampleTrial, leastThreshold } from './trial.ts'

/** What would come of the examples if every scenario had this `min_confidence`. */
export interface ThresholdPoint extends Outcomes {
  readonly min_confidence: number
  /** Of the foreign messages those that would start something. */
  readonly foreign: number
}

/** What would come of the examples if the bot asked back, with this `scenario_clarify_margin`. */
export interface MarginPoint extends Outcomes {
  readonly margin: number
}

const mostMargin = 30

/** A point for every threshold from 50 to 100. `foreign` are trials of messages as if their scenario were not there. */
export function thresholdCurve(
  trials: readonly ExampleTrial[],
  foreign: readonly ExampleTrial[],
  settings: BotSettings,
): readonly ThresholdPoint[] {
  return from(leastThreshold, 100).map(least => {
    const outcome = (trial: ExampleTrial) => outcomeOf(decideAnew(trial, settings, least), trial.scenario)
    return {
      min_confidence: least,
      ...countOutcomes(trials.map(outcome)),
      foreign: foreign.filter(trial => decideAnew(trial, settings, least).kind === 'start').length,
    }
  })
}

/** A point for every margin from 0, where only equal confidences are asked about by none, to 30. */
export function marginCurve(trials: readonly ExampleTrial[], settings: BotSettings): readonly MarginPoint[] {
  return from(0, mostMargin).map(margin => {
    const asking = { ...settings, scenario_clarify_enabled: true, scenario_clarify_margin: margin }
    return {
      margin,
      ...countOutcomes(trials.map(trial => outcomeOf(decideAnew(trial, asking), trial.scenario))),
    }
  })
}

function decideAnew({ contenders }: ExampleTrial, settings: BotSettings, least?: number): Decision {
  return decide(
    settings,
    contenders.map(({ scenario, confidence, min_confidence }) => ({
      scenario,
      confidence,
      min_confidence: least ?? min_confidence,
      reasons: [],
    })),
  )
}

function from(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_none, step) => first + step)
}
