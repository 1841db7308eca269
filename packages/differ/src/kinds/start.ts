import { startPath } from '@scenewright/model'
import { shown } from '../shown.ts'
import { family } from './family.ts'

/** Where the flow begins. */
export const start = family(
  {
    'start-moved': {
      level: 'risky',
      says: ({ before, after }) => `the flow starts at ${shown(after)}, no more at ${shown(before)}`,
    },
  },
  ({ flow }) => {
    const [before, after] = [flow.base.flow.start_node_id, flow.head.flow.start_node_id]
    if ((flow.headIdOf(before) ?? before) === after) return []
    return [{ kind: 'start-moved', node: after, before, after, at: { base: startPath, head: startPath } }]
  },
)
