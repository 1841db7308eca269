import type { PlanEntry } from '../plan/plan-types.ts'
import type { Step } from '../plan/steps.ts'
import type { ScenarioState } from '../state/state.ts'
import type { ScenarioResult } from './events.ts'

/** One step of one scenario, based on the state when the step was chosen. */
export interface Task {
  readonly plan: PlanEntry
  readonly step: Step
  readonly entry: ScenarioState | undefined
}

type EndDetails = Pick<ScenarioResult, 'edited' | 'unrecorded'>

/** Ends the work on one scenario; everything is already recorded. Caught where a scenario's result is created. */
export class StepEnd extends Error {
  override readonly name = 'StepEnd'
  readonly outcome: Exclude<ScenarioResult['outcome'], 'done' | 'unchanged'>
  readonly help?: string
  readonly more: EndDetails

  constructor(outcome: StepEnd['outcome'], message: string, help?: string, more: EndDetails = {}) {
    super(message)
    this.outcome = outcome
    if (help !== undefined) this.help = help
    this.more = more
  }
}
