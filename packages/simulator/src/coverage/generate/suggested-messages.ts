import type { ScenarioFields } from '@scenewright/model'
import { labelOf, type SimulatedScenario } from '../../simulated-scenario.ts'

/**
 * The customer messages that a scenario's own texts suggest, the most likely first: its examples, its names, its
 * description.
 */
export function suggestMessages(scenario: ScenarioFields | undefined): readonly string[] {
  if (scenario === undefined) return []
  const { examples = [], title, trigger_description: description } = scenario
  return saying([...examples, title, labelOf(scenario), description])
}

/** The exclusions that are not blank. */
export function suggestExclusions(scenario: ScenarioFields | undefined): readonly string[] {
  return saying(scenario?.exclusions ?? [])
}

/** Every message that generating tests asks a bot about. */
export function listCandidateMessages(scenarios: readonly SimulatedScenario[]): readonly string[] {
  const active = scenarios.filter(({ isActive }) => isActive)
  return active.flatMap(({ scenario }) => [...suggestMessages(scenario), ...suggestExclusions(scenario)])
}

function saying(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter(text => text.trim() !== ''))]
}
