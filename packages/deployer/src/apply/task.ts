import type { PlanEntry } from '../plan/plan-types.ts'
import type { Step } from '../plan/steps.ts'
import type { HandEdit } from '../records/hand-edit.ts'
import type { ScenarioState } from '../state/state.ts'
import type { ScenarioResult } from './events.ts'

/** One step of one scenario, based on the state when the step was chosen. */
export interface Task {
  readonly plan: PlanEntry
  readonly step: Step
  readonly entry: ScenarioState | undefined
}

/** Ends the work on one scenario; everything is already recorded. Caught where a scenario's result is created. */
export class StepEnd extends Error {
  override readonly name = 'StepEnd'
  readonly outcome: Exclude<ScenarioResult['outcome'], 'done' | 'unchanged'>
  readonly help?: string
  readonly edited?: HandEdit

  constructor(outcome: StepEnd['outcome'], message: string, help?: string, edited?: HandEdit) {
    super(message)
    this.outcome = outcome
    if (help !== undefined) this.help = help
    if (edited !== undefined) this.edited = edited
  }
}
