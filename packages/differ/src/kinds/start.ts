import { startPath } from '@scenewright/model/compilation'
import { shown } from '../shown.ts'
import { changeGroup } from './change-group.ts'

/** The first step of the flow. */
export const start = changeGroup(
  {
    'start-moved': {
      level: 'risky',
      message: ({ before, after }) => `the scenario now begins with step ${shown(after)} instead of ${shown(before)}`,
    },
  },
  ({ flow }) => {
    const [before, after] = [flow.base.flow.start_node_id, flow.head.flow.start_node_id]
    if ((flow.headIdOf(before) ?? before) === after) return []
    const { inserted, takenOut } = flow.stretches
    if ([...inserted, ...takenOut].some(({ entry }) => entry === undefined)) return []
    return [{ kind: 'start-moved', node: after, before, after, at: { base: startPath, head: startPath } }]
  },
)
