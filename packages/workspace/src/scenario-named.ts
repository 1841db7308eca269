import { OperationError } from '@scenewright/model'
import type { ScenarioModel } from '@scenewright/model/compilation'
import { nearest } from '@scenewright/model/text'

/** The scenario with a key. An unknown key is a usage error that names the renamed scenario, or the nearest key. */
export function scenarioNamed(key: string, scenarios: readonly ScenarioModel[]): ScenarioModel {
  const found = scenarios.find(scenario => scenario.key === key)
  if (found !== undefined) return found
  throw new OperationError('usage', `no scenario has the key "${key}"`, {
    help: unknownKeyHelp(key, scenarios) ?? 'a key is the path below the sources folder, without the suffix',
  })
}

/** Names the scenarios that had an unknown key before a rename, or else the nearest key; undefined if there is none. */
export function unknownKeyHelp(key: string, scenarios: readonly ScenarioModel[]): string | undefined {
  const renamed = scenarios.filter(({ renamedFrom }) => renamedFrom === key)
  if (renamed.length > 0) return `"${key}" was renamed to ${renamed.map(each => `"${each.key}"`).join(' and ')}`
  const keys = scenarios.map(scenario => scenario.key)
  const near = nearest(key, keys) ?? elsewhere(key, keys)
  return near === undefined ? undefined : `did you mean "${near}"?`
}

/** The key with the same last part, or the most similar one, in whatever folder. */
function elsewhere(key: string, keys: readonly string[]): string | undefined {
  const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  const names = keys.map(nameOf)
  const wanted = nameOf(key)
  const name = names.includes(wanted) ? wanted : nearest(wanted, names)
  return name === undefined ? undefined : keys[names.indexOf(name)]
}
