import type { ScenarioDiff } from '@scenewright/differ'
import { type ChangeLevel, changeLevels } from '@scenewright/model'

/** The levels that `--fail-on` takes. */
export const failLevels = ['breaking', 'risky', 'info'] as const

/** Whether one of the changes is of this level, or graver. */
export function failsOn(scenarios: readonly ScenarioDiff[], least: ChangeLevel): boolean {
  const failing = changeLevels.slice(0, changeLevels.indexOf(least) + 1)
  return scenarios.some(({ changes }) => changes.some(({ level }) => failing.includes(level)))
}
