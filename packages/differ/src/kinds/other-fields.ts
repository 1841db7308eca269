import { fieldOrder } from '@scenewright/model'
import type { DocumentPath } from '@scenewright/model/compilation'
import type { FoundChange } from '../change-details.ts'
import { flowOf } from '../compared-scenario.ts'
import { showTurn } from '../shown.ts'
import { changeGroup } from './change-group.ts'
import { findChangedFields } from './changed-fields.ts'
import { settingFields } from './settings.ts'
import { textFields } from './texts.ts'

/** The fields of a scenario that have kinds of their own. */
const comparedFields = [...textFields, ...settingFields, 'examples', 'exclusions', 'definition', 'layout']

/** Fields of documents, scenarios and flows without their own kind, so that every difference is reported. */
export const otherFields = changeGroup(
  {
    'field-changed': { level: 'risky', message: change => `${change.field}: ${showTurn(change)}` },
  },
  ({ base, head }) => {
    const differing = (before: object, after: object, known: readonly string[], path: DocumentPath) => {
      const [left, right] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
      return findChangedFields(before, after, known).map((name): FoundChange<'field-changed'> => {
        const at = [...path, name]
        const field = at.join('.')
        return {
          kind: 'field-changed',
          field,
          before: left.get(name),
          after: right.get(name),
          at: { base: at, head: at },
        }
      })
    }
    return [
      ...differing(base.document, head.document, fieldOrder.document, []),
      ...differing(base.document.scenario, head.document.scenario, comparedFields, ['scenario']),
      ...differing(flowOf(base), flowOf(head), fieldOrder.definition, ['scenario', 'definition']),
    ]
  },
)
