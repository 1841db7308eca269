import { edgePath } from '@scenewright/model/compilation'
import { findReorderings } from '../match/reorderings.ts'
import { shown } from '../shown.ts'
import { changeGroup } from './change-group.ts'

/** The order of a node's connections, as far as both sides have them. */
export const edgeOrder = changeGroup(
  {
    'edges-reordered': {
      level: 'risky',
      message: ({ node, after }) => `the connections of ${shown(node)} are tried in a different order: ${shown(after)}`,
    },
  },
  ({ flow }) =>
    findReorderings(flow).map(({ node, before, after }) => ({
      kind: 'edges-reordered',
      node,
      before: before.map(pair => pair.base.value.target),
      after: after.map(pair => pair.head.value.target),
      at: { base: edgePath(before[0]?.base.index ?? 0), head: edgePath(after[0]?.head.index ?? 0) },
    })),
)
