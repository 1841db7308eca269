import { type ScenarioFields, scenarioDefaults } from '@scenewright/model'
import { scenarioPath } from '@scenewright/model/compilation'
import type { FoundChange } from '../change-details.ts'
import { showTurn } from '../shown.ts'
import { changeGroup } from './change-group.ts'

type Setting = keyof typeof scenarioDefaults

/** The fields that are compared here. */
export const settingFields: readonly Setting[] = ['min_confidence', 'priority', 'allow_repeat_in_dialogue']

/** Changes of the settings that, in addition to the texts, decide whether the scenario starts. */
export const settings = changeGroup(
  {
    'min-confidence-raised': { level: 'risky', message: change => `threshold (min_confidence): ${showTurn(change)}` },
    'min-confidence-lowered': { level: 'info', message: change => `threshold (min_confidence): ${showTurn(change)}` },
    'priority-changed': { level: 'risky', message: change => `priority: ${showTurn(change)}` },
    'repeat-changed': {
      level: 'risky',
      message: change => `may start again in one dialogue (allow_repeat_in_dialogue): ${showTurn(change)}`,
    },
  },
  ({ base, head }) => {
    const changed = <Kind extends string>(field: Setting, kindOf: (rises: boolean) => Kind): FoundChange<Kind>[] => {
      const before = settingOf(base.document.scenario, field)
      const after = settingOf(head.document.scenario, field)
      const path = scenarioPath(field)
      return before === after ? [] : [{ kind: kindOf(after > before), before, after, at: { base: path, head: path } }]
    }
    return [
      ...changed('min_confidence', rises => (rises ? 'min-confidence-raised' : 'min-confidence-lowered')),
      ...changed('priority', () => 'priority-changed'),
      ...changed('allow_repeat_in_dialogue', () => 'repeat-changed'),
    ]
  },
)

/** An absent field has the API's default. */
function settingOf(scenario: ScenarioFields, field: Setting): number | boolean {
  return scenario[field] ?? scenarioDefaults[field]
}
