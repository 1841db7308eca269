import { type ScenarioFields, scenarioDefaults } from '@scenewright/model'

/** A scenario as the simulator uses it: its key, whether it is active, and the fields of its document. */
export interface SimulatedScenario {
  readonly key: string
  readonly isActive: boolean
  readonly scenario: ScenarioFields
}

/** The confidence from which the scenario starts, or the service's default. */
export function minConfidenceOf(scenario: ScenarioFields): number {
  return numberOr(scenario.min_confidence, scenarioDefaults.min_confidence)
}

/** The scenario's priority, or the service's default. */
export function priorityOf(scenario: ScenarioFields): number {
  return numberOr(scenario.priority, scenarioDefaults.priority)
}

/** Whether the scenario may start again in a dialogue in which it has already run. */
export function canRepeat(scenario: ScenarioFields): boolean {
  return scenario.allow_repeat_in_dialogue ?? scenarioDefaults.allow_repeat_in_dialogue
}

/** The label offered to the customer: the clarification label, or the title if there is none. */
export function labelOf(scenario: ScenarioFields): string {
  const label = scenario.clarification_label ?? ''
  return label.trim() === '' ? scenario.title : label
}

function numberOr(value: number | null | undefined, fallback: number): number {
  return typeof value === 'number' && !Number.isNaN(value) ? value : fallback
}
