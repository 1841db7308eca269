import type { PlanEntry } from '../plan/plan-types.ts'
import type { Step } from '../plan/steps.ts'
import type { ScenarioState } from '../state/state.ts'

/** One step of one scenario, on what the state held of it when the step was chosen. */
export interface Task {
  readonly plan: PlanEntry
  readonly step: Step
  readonly entry: ScenarioState | undefined
}
