import { isSourceName } from '@scenewright/compiler'

/** Whether a file of that name is a source of scenarios, and not of conversation tests. */
export function holdsScenarios(path: string): boolean {
  return isSourceName(path) && !/\.test\.(?:ya?ml|ts)$/.test(path)
}
