import type { FlowEdge } from '@scenewright/model'
import { canonicalJson } from '@scenewright/model/canonical-json'
import { edgePath } from '@scenewright/model/compilation'
import type { FoundChange } from '../change-details.ts'
import { conditionOf, hasDefaultId } from '../match/match-edges.ts'
import type { Pair, Placed } from '../match/pair-by-key.ts'
import { listedPlaces } from '../match/reorderings.ts'
import { shown, showTurn } from '../shown.ts'
import { changeGroup } from './change-group.ts'
import { findChangedFields } from './changed-fields.ts'
import { namesOf } from './edges.ts'

type Kind = 'edge-condition-changed' | 'edge-field-changed' | 'edge-priority-changed' | 'edge-renamed'

/** The condition of a connection, and its other fields. */
export const edgeContent = changeGroup<Kind>(
  {
    'edge-condition-changed': {
      level: 'risky',
      message: change => `the connection ${shown(change.edge)} has a different condition: ${showTurn(change)}`,
    },
    'edge-field-changed': {
      level: 'risky',
      message: change => `the connection ${shown(change.edge)} has a different ${change.field}: ${showTurn(change)}`,
    },
    'edge-priority-changed': {
      level: 'info',
      message: change => `the connection ${shown(change.edge)} has a different priority: ${showTurn(change)}`,
    },
    'edge-renamed': {
      level: 'info',
      message: ({ before, after }) => `the connection ${shown(before)} is renamed to ${shown(after)}`,
    },
  },
  ({ flow }) => {
    const [basePlaces, headPlaces] = [listedPlaces(flow.base.flow.edges), listedPlaces(flow.head.flow.edges)]
    return flow.edges.pairs.flatMap(pair => {
      const { base, head } = pair
      // A priority that equals the position in the list is derived from it, and adds nothing to the order.
      const isPlace = base.value.priority === basePlaces[base.index] && head.value.priority === headPlaces[head.index]
      return findChanges(pair, isPlace)
    })
  },
)

function findChanges(pair: Pair<Placed<FlowEdge>>, isPlace: boolean): readonly FoundChange<Kind>[] {
  const [base, head] = [pair.base.value, pair.head.value]
  const found = (kind: Kind, field: string, more: Partial<FoundChange<Kind>> = {}): FoundChange<Kind> => {
    const at = { base: edgePath(pair.base.index, field), head: edgePath(pair.head.index, field) }
    return { kind, ...namesOf(base, head), before: base[field], after: head[field], at, ...more }
  }
  const [before, after] = [conditionOf(base), conditionOf(head)]
  const isRenamed = base.id !== head.id && !(hasDefaultId(base) && hasDefaultId(head))
  return [
    ...(canonicalJson(before) === canonicalJson(after)
      ? []
      : [found('edge-condition-changed', 'condition', { before, after })]),
    ...findChangedFields(base, head, ['id', 'source', 'target', 'condition', 'priority']).map(field =>
      found('edge-field-changed', field, { field }),
    ),
    ...(base.priority === head.priority || isPlace ? [] : [found('edge-priority-changed', 'priority')]),
    ...(isRenamed ? [found('edge-renamed', 'id')] : []),
  ]
}
