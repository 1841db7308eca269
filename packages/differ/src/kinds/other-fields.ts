import { type DocumentPath, fieldOrder } from '@scenewright/model'
import type { Found } from '../change.ts'
import { flowOf } from '../compared-scenario.ts'
import { turned } from '../shown.ts'
import { family } from './family.ts'
import { fieldsThatDiffer } from './fields-that-differ.ts'

/** Fields of documents, scenarios and flows that nobody has said anything about: no difference goes unseen. */
export const otherFields = family(
  {
    'field-changed': { level: 'risky', says: change => `${change.field}: ${turned(change)}` },
  },
  ({ base, head }) => {
    const differing = (before: object, after: object, known: readonly string[], path: DocumentPath) => {
      const [left, right] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
      return fieldsThatDiffer(before, after, known).map((name): Found<'field-changed'> => {
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
      ...differing(base.document.scenario, head.document.scenario, fieldOrder.scenario, ['scenario']),
      ...differing(flowOf(base), flowOf(head), fieldOrder.definition, ['scenario', 'definition']),
    ]
  },
)
