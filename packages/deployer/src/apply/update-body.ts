import { type ImportDocument, type ScenarioFields, scenarioDefaults } from '@scenewright/model'

/**
 * The body of an update. A field that is absent stays as it is on the service, so what an earlier payload had and this
 * one has not is set to what the service gives a new scenario. A payload that is not known may have had everything.
 */
export function updateBody({ scenario }: ImportDocument, earlier: readonly (unknown | undefined)[]): ScenarioFields {
  const had = (field: string) => earlier.some(payload => payload === undefined || hasField(payload, field))
  const cleared = Object.entries(empty(scenario)).filter(([field]) => !Object.hasOwn(scenario, field) && had(field))
  return { ...Object.fromEntries(cleared), ...scenario }
}

function empty({ title }: ScenarioFields): Partial<ScenarioFields> {
  return {
    // The contract has no empty label; the title is what is offered without one.
    clarification_label: title,
    description: '',
    examples: [],
    exclusions: [],
    exit_message: null,
    ...scenarioDefaults,
  }
}

function hasField(payload: unknown, field: string): boolean {
  if (typeof payload !== 'object' || payload === null || !('scenario' in payload)) return true
  const { scenario } = payload
  return typeof scenario === 'object' && scenario !== null && Object.hasOwn(scenario, field)
}
