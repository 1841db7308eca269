import { OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import { nearest } from '@scenewright/model/text'

/** The scenario with a key. An unknown key is a usage error that names the nearest one. */
export function scenarioNamed(key: string, scenarios: readonly ScenarioModel[]): ScenarioModel {
  const found = scenarios.find(scenario => scenario.key === key)
  if (found !== undefined) return found
  const near = nearest(
    key,
    scenarios.map(scenario => scenario.key),
  )
  throw new OperationError('usage', `no scenario has the key "${key}"`, {
    help:
      near === undefined ? 'a key is the path below the sources folder, without the suffix' : `did you mean "${near}"?`,
  })
}
